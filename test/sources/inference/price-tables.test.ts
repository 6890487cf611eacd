import { describe, expect, test } from 'bun:test'
import { genaiTable } from '../../../src/sources/inference/genai-prices.ts'
import { litellmTable } from '../../../src/sources/inference/litellm.ts'
import { openrouterHosts, openrouterMakers } from '../../../src/sources/inference/openrouter.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/** Dollars per million tokens, in and out, worked out by hand. */

const AUGUST = Date.UTC(2026, 7, 31, 23, 59)
const SEPTEMBER = Date.UTC(2026, 8, 1)

describe.skipIf(!recordedAvailable)('recorded', () => {
  const genai = (now: number) => genaiTable(now).read(recorded('macro/genai-prices/data-slim-hosts').body)

  test('genai-prices: figures, bases of steps, and lists by their days', () => {
    expect(genai(AUGUST)).toMatchObject({
      'openai/gpt-5.4-mini': { input: '0.75', output: '4.5' },
      // 10 and 45 beyond 272,000 tokens.
      'openai/gpt-5.6-sol': { input: '5', output: '30' },
      // 10 and 40 until June 2025.
      'openai/o3': { input: '2', output: '8' },
      'groq/openai/gpt-oss-20b': { input: '0.075', output: '0.3' },
      'cerebras/gpt-oss-120b': { input: '0.35', output: '0.75' },
      'anthropic/claude-sonnet-5': { input: '2', output: '10' },
    })
    expect(genai(SEPTEMBER)['anthropic/claude-sonnet-5']).toEqual({ input: '3', output: '15' })
  })

  test('LiteLLM: dollars per token, times a million without the noise of floats', () => {
    const table = litellmTable.read(recorded('macro/litellm/model-prices').body)
    // 7.5e-07 and 4.5e-06; 1.1e-06 and 4.4e-06; 5e-06 and 2.5e-05.
    expect(table).toMatchObject({
      'gpt-5.4-mini': { input: '0.75', output: '4.5' },
      'o4-mini': { input: '1.1', output: '4.4' },
      'claude-opus-4-8': { input: '5', output: '25' },
    })
  })

  test('OpenRouter: text per token; neither free variants nor routers', () => {
    const table = openrouterMakers.read(recorded('macro/openrouter/models').body)
    expect(table).toMatchObject({
      'openai/gpt-5.4-nano': { input: '0.2', output: '1.25' },
      'anthropic/claude-haiku-4.5': { input: '1', output: '5' },
    })
    expect(Object.keys(table).filter((name) => name.endsWith(':free') || name === 'openrouter/auto')).toEqual([])
    const steps = openrouterMakers.read(recorded('macro/openrouter/models-with-overrides').body)
    expect(Object.keys(steps).length).toBeGreaterThan(0)
  })
})

describe('constructed', () => {
  const host = (provider_name: string, prompt: string) => ({
    provider_name,
    pricing: { prompt, completion: '0.0000006' },
  })

  test('OpenRouter tells each host of an open model', () => {
    const body = JSON.stringify({ data: { endpoints: [host('Groq', '0.00000015'), host('Free', '0')] } })
    expect(openrouterHosts('openai/gpt-oss-120b').read(body)).toEqual({ groq: { input: '0.15', output: '0.6' } })
    expect(openrouterHosts('openai/gpt-oss-120b').path).toBe('/api/v1/models/openai/gpt-oss-120b/endpoints')
  })

  test('OpenRouter: two prices of one host are none, and another model is another list', () => {
    const read = (data: object) => openrouterHosts('openai/gpt-oss-120b').read(JSON.stringify({ data }))
    const twice = [host('Groq', '0.00000015'), host('Groq', '0.00000025'), host('Together', '0.0000002')]
    expect(Object.keys(read({ endpoints: twice }))).toEqual(['together'])
    expect(Object.keys(read({ endpoints: [twice[0]!, twice[0]!] }))).toEqual(['groq'])
    expect(unreadable(() => read({ id: 'openai/gpt-oss-20b', endpoints: twice }))).toContain('data.id')
    expect(Object.keys(read({ id: 'openai/gpt-oss-120b', endpoints: twice }))).toEqual(['together'])
  })

  test.each([
    ['per token', '0.0000001', 0],
    ['of the cheapest model', '2000', 0.002],
    ['of the dearest model', '1000000000', 1_000],
    ['per thousand million tokens', '1000000001', 0],
  ])('a price %s is within the rails or none', (_what, millionths, usd) => {
    const row = { input_cost_per_token: (Number(millionths) / 1e12).toFixed(15), output_cost_per_token: 4e-6 }
    const fine = { input_cost_per_token: 1e-6, output_cost_per_token: 4e-6 }
    const { m } = litellmTable.read(JSON.stringify({ m: row, fine }))
    expect(Number(m?.input ?? 0)).toBe(usd)
  })

  test('LiteLLM: the specimen has words for numbers, and costs may be text', () => {
    const row = { input_cost_per_token: '1.5e-07', output_cost_per_token: 6e-7 }
    const body = JSON.stringify({ sample_spec: { input_cost_per_token: 'cost' }, m: row, image: { mode: 'image' } })
    expect(litellmTable.read(body)).toEqual({ m: { input: '0.15', output: '0.6' } })
  })

  test('genai-prices: a price at other conditions than a day is no price of the day', () => {
    const prices = [
      { prices: { input_mtok: 1, output_mtok: 2 } },
      { constraint: { start_time: '16:30:00Z', end_time: '00:30:00Z' }, prices: { input_mtok: 0.5, output_mtok: 1 } },
    ]
    const body = JSON.stringify([{ id: 'h', models: [{ id: 'm', prices }] }])
    expect(genaiTable(AUGUST).read(body)).toEqual({ 'h/m': { input: '1', output: '2' } })
  })

  test.each([
    ['an empty list', genaiTable(AUGUST), '[]', 'no price of any model'],
    ['an empty object', litellmTable, '{}', 'no price of any model'],
    ['an error', openrouterMakers, '{"error":{"code":429}}', 'the provider answered'],
    ['a web page', litellmTable, '<html>', 'not JSON'],
  ])('%s is refused', (_what, query, body, message) => {
    expect(unreadable(() => query.read(body))).toContain(message)
  })
})
