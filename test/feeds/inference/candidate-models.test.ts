import { describe, expect, test } from 'bun:test'
import { TOKEN_PRICE_BOARDS, type TokenPriceState } from '../../../src/feeds/boards/token-price-boards.ts'
import { candidateModels, knownModels, modelNamed } from '../../../src/feeds/inference/candidate-models.ts'
import { MODELS } from '../../../src/feeds/inference/models.ts'
import { candidateFamilies } from '../../../src/http/app/model-candidates.ts'
import type { Store } from '../../../src/store/store.ts'
import { DAY_MS } from '../../../src/time-units.ts'
import { partOf } from '../../support/part-of.ts'

const NOW = 1_795_000_000_000

describe('a name', () => {
  test.each([
    ['genai', 'anthropic/claude-opus-4.8', 'anthropic/claude-opus-4-8'],
    ['genai', 'together/meta-llama/Llama-4', 'together/meta-llama/llama-4'],
    ['genai', 'mistral/large', null],
    ['litellm', 'gpt-6', 'openai/gpt-6'],
    ['litellm', 'o5-mini', 'openai/o5-mini'],
    ['litellm', 'claude-opus-6', 'anthropic/claude-opus-6'],
    ['litellm', 'azure/gpt-6', null],
    ['litellm', 'groq/openai/gpt-oss-9', 'groq/openai/gpt-oss-9'],
    ['litellm', 'together_ai/a/B', 'together/a/b'],
    ['litellm', 'fireworks_ai/accounts/fireworks/models/glm-6', 'fireworks/glm-6'],
    ['litellm', 'cerebras/glm-6', 'cerebras/glm-6'],
    ['openrouter', 'anthropic/claude-opus-6', 'anthropic/claude-opus-6'],
    ['openrouter', 'openai/gpt-6:free', null],
    ['openrouter', 'qwen/qwen4', null],
    ['genai', 'openai/a"} 1\nevil', null],
    ['genai', `openai/${'x'.repeat(80)}`, null],
  ] as const)('of %s: %j is %p', (source, name, expected) => expect(modelNamed(source, name)).toBe(expected))

  test('of a model that we price is the same in the lists of its maker', () => {
    for (const { provider, ids } of MODELS.filter(
      ({ provider }) => provider === 'openai' || provider === 'anthropic',
    )) {
      const spoken = (['genai', 'litellm', 'openrouter'] as const).map((source) => modelNamed(source, ids[source]!))
      expect(new Set(spoken).size).toBe(1)
      expect(spoken[0]).toStartWith(`${provider}/`)
    }
  })
})

describe('known models', () => {
  test('of the first list were always there; later ones since they were read; ours are none', () => {
    const first = knownModels('genai', ['openai/old', 'openai/gpt-5.6-sol', 'mistral/large'], undefined, NOW)
    expect(first).toEqual({ 'openai/old': 0 })
    const second = knownModels('genai', ['openai/new', 'openai/old'], first, NOW + 1)
    expect(second).toEqual({ 'openai/old': 0, 'openai/new': NOW + 1 })
    expect(knownModels('genai', ['openai/new'], second, NOW + 2)).toEqual(second)
  })

  test('that left the list are forgotten when they are not new any more, but not those of the first list', () => {
    const known = { 'openai/first': 0, 'openai/stays': NOW, 'openai/leaves': NOW }
    const at = (days: number) => Object.keys(knownModels('genai', ['openai/stays'], known, NOW + days * DAY_MS))
    expect(at(30)).toEqual(Object.keys(known))
    expect(at(31)).toEqual(['openai/first', 'openai/stays'])
  })

  test('are bounded', () => {
    const names = Array.from({ length: 2_500 }, (_, n) => `openai/m${n}`)
    expect(Object.keys(knownModels('genai', names, {}, NOW))).toHaveLength(2_000)
  })
})

describe('a candidate', () => {
  const day = (days: number): number => NOW - days * DAY_MS
  test('is on two lists, the second since at most 30 days', () => {
    const lists = [
      { one: day(1), both: 0, old: 0, always: 0, again: day(40), last: day(50) },
      { both: day(2), old: day(31), always: 0, again: day(3), last: day(30), other: day(1) },
      { again: day(1), always: day(1), both: day(1) },
    ]
    expect(candidateModels(lists, NOW)).toEqual(['both', 'again', 'last'])
    expect(candidateModels([], NOW)).toEqual([])
  })

  test('is told by boards, which go on knowing it', () => {
    const rows = (source: 'genai' | 'litellm', more: readonly string[]) =>
      Object.fromEntries(
        [...MODELS.flatMap(({ ids }) => ids[source] ?? []), ...more].map((name) => [name, { input: '1', output: '2' }]),
      )
    const entered = (source: 'genai' | 'litellm', more: readonly string[], at: number, before?: TokenPriceState) => {
      const board = TOKEN_PRICE_BOARDS[source]
      const [ask] = board.asks({ now: at, state: before ?? board.empty, listed: null })
      return ask!.take(rows(source, more), at, before ?? board.empty)
    }
    const first = [entered('genai', ['openai/gpt-4'], NOW - 2), entered('litellm', ['gpt-4', 'gpt-6'], NOW - 2)]
    expect(
      candidateModels(
        first.map(({ others }) => others!),
        NOW,
      ),
    ).toEqual([])
    const genai = entered('genai', ['openai/gpt-4', 'openai/gpt-6'], NOW - 1, first[0])
    expect(candidateModels([genai.others!, first[1]!.others!], NOW)).toEqual(['openai/gpt-6'])
    expect(Object.keys(genai.tables['']!.prices)).not.toContain('openai/gpt-6')
  })

  test('is named in metrics, at most twenty of them', async () => {
    const others = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`openai/m${n}`, NOW - n]))
    const states = [{ tables: {}, others }, null, { tables: {}, others }]
    const boards = partOf<Store['boards']>({
      read: async (ids: readonly string[]) => ids.map((_, at) => (states[at] ? { at: NOW, state: states[at] } : null)),
    })
    const [count, named] = await candidateFamilies({ boards }, NOW)
    expect(count!.samples).toEqual([{ labels: {}, value: 25 }])
    expect(named!.samples.map(({ labels }) => labels['model'])).toEqual(
      Array.from({ length: 20 }, (_, n) => `openai/m${n}`),
    )
  })
})
