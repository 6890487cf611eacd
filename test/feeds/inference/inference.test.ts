import { describe, expect, test } from 'bun:test'
import {
  concludeEvery,
  concludePricing,
  concludeTask,
  concludeTiers,
} from '../../../src/feeds/inference/conclude-inference.ts'
import { EveryAnswer, PricingAnswer, TaskAnswer, TiersAnswer } from '../../../src/feeds/inference/inference-answers.ts'
import { MODELS } from '../../../src/feeds/inference/models.ts'
import { type AnyFeed, exampleOf } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, contentOf, travelled } from '../../support/feeds/content-of.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'
import { listsOf, type Say, type Source } from '../../support/feeds/token-prices.ts'

const DAY = 86_400_000
const YOUNG = { genai: 60_000, litellm: 120_000, openrouter: 180_000 }

/** Everybody says 1 and 4, but for what a test says otherwise. */
const but =
  (otherwise: Readonly<Record<string, Readonly<Partial<Record<Source, readonly [string, string] | null>>>>>): Say =>
  (key, source) => {
    const said = otherwise[key]?.[source]
    if (said === null) return null
    const [input, output] = said ?? ['1', '4']
    return { input, output }
  }
const HONEST = but({})

const at = (say: Say, ages: Parameters<typeof listsOf>[1] = YOUNG, now = OPEN) => lookAt(listsOf(say, ages), now)
const pricing = (...asked: Parameters<typeof at>) => contentOf(PricingAnswer, concludePricing('openai', at(...asked)))

describe('the settings file', () => {
  test('names 26 models of six hosts, each once, and no price', () => {
    expect(MODELS.length).toBe(26)
    expect(new Set(MODELS.map(({ provider, model }) => `${provider}/${model}`)).size).toBe(26)
    expect(new Set(MODELS.map(({ provider }) => provider)).size).toBe(6)
    for (const model of MODELS) expect(Object.keys(model).filter((name) => /price|usd|cost/i.test(name))).toEqual([])
  })
})

describe('prices of one host', () => {
  test('have their witnesses and the age of the oldest', () => {
    const found = pricing(HONEST)
    expect(found.model_count).toBe(7)
    expect(found.models.find(({ model }) => model === 'o3')).toEqual({
      provider: 'openai',
      model: 'o3',
      tier: 'reasoning',
      input_usd_per_m_tokens: 1,
      output_usd_per_m_tokens: 4,
      context_window: 200_000,
      sources: ['genaiprices', 'litellm', 'openrouter'],
      agreement: 'agreed',
      disputed_by: [],
      observed_at: OPEN / 1_000 - 180,
    })
    expect(found).toMatchObject({ missing: [], degraded: false, confidence: 1, updated_at: '2026-11-18', left_out: [] })
  })

  test('that two of two lists tell otherwise are left out, and never guessed', () => {
    const found = pricing(but({ 'openai/o3': { litellm: ['2', '8'] } }), { genai: 0, litellm: 0 })
    expect(found.models.map(({ model }) => model)).not.toContain('o3')
    expect(found.left_out).toEqual([{ provider: 'openai', model: 'o3', reason: 'disputed' }])
    expect([found.degraded, found.missing]).toEqual([true, ['openrouter']])
  })

  test('of a single witness are sold as such', () => {
    const found = pricing(HONEST, { litellm: 0 })
    expect(found.models.every(({ agreement }) => agreement === 'single')).toBe(true)
    expect([found.degraded, found.confidence, found.missing]).toEqual([true, 0.7, ['genaiprices', 'openrouter']])
  })

  test('of a list that is believed in nothing name it as missing', () => {
    const lie = pricing((key, source) => (source === 'litellm' ? { input: '2', output: '8' } : HONEST(key, source)))
    expect([lie.missing, lie.degraded, lie.sources]).toEqual([['litellm'], true, ['genaiprices', 'openrouter']])
    const one = pricing(but({ 'openai/o3': { litellm: ['2', '8'] } }))
    expect([one.missing, one.models.find(({ model }) => model === 'o3')!.disputed_by]).toEqual([[], ['litellm']])
  })

  test('that one list alone says anew are unsettled', () => {
    const anew: Say = (key) => ({ ...HONEST(key, 'genai')!, ...(key === 'openai/o3' && { since: OPEN - DAY }) })
    const found = pricing(anew, { litellm: 0 })
    expect(found.left_out).toEqual([{ provider: 'openai', model: 'o3', reason: 'unsettled' }])
    const gone = but({ 'openai/o3': { genai: null, openrouter: null } })
    const alone = pricing((key, source) => {
      const said = gone(key, source)
      return said && key === 'openai/o3' ? { ...said, since: OPEN - DAY } : said
    })
    expect([alone.left_out.map(({ reason }) => reason), alone.missing, alone.degraded]).toEqual([
      ['unsettled'],
      [],
      true,
    ])
  })

  test('of a list that has none of the models do not name it as missing', () => {
    const found = pricing((key, source) => (source === 'litellm' ? null : HONEST(key, source)))
    expect([found.missing, found.sources]).toEqual([[], ['genaiprices', 'openrouter']])
  })

  test('that two lists no longer have are retired', () => {
    const gone = { genai: null, litellm: null, openrouter: null }
    expect(pricing(but({ 'openai/o3': gone })).left_out).toEqual([
      { provider: 'openai', model: 'o3', reason: 'retired' },
    ])
    const two = pricing(but({ 'openai/o3': { genai: null, litellm: null } }), { genai: 0, litellm: 0 })
    expect(two.left_out.map(({ reason }) => reason)).toEqual(['retired'])
    expect(pricing(but({ 'openai/o3': { litellm: null } }), { litellm: 0 }).left_out).toEqual([
      { provider: 'openai', model: 'o3', reason: 'unknown' },
    ])
  })

  test('of lists of more than eight days ago are degraded, of more than thirty there are none', () => {
    const old = (days: number) => ({ genai: days * DAY, litellm: days * DAY })
    expect(pricing(HONEST, { ...old(8), openrouter: 0 }).degraded).toBe(false)
    expect(pricing(HONEST, { ...old(8.1), openrouter: 0 }).degraded).toBe(true)
    // A third of the way from 8 to 30 days: 22 / 3 = 7.33.
    expect(pricing(HONEST, { genai: 15.334 * DAY, litellm: 0, openrouter: 0 }).confidence).toBe(0.67)
    expect(concludePricing('openai', at(HONEST, old(30.1)))).toEqual({
      kind: 'input_missing',
      input: 'a price of openai',
    })
  })
})

describe('answers about all hosts', () => {
  test('need twenty models of five hosts', () => {
    const without =
      (hosts: readonly string[]): Say =>
      (key, source) =>
        hosts.includes(key.split('/')[0]!) ? null : HONEST(key, source)
    expect(contentOf(EveryAnswer, concludeEvery(at(without(['cerebras'])))).model_count).toBe(24)
    expect(concludeEvery(at(without(['cerebras', 'together'])))).toMatchObject({ kind: 'quorum_missed', need: 5 })
    expect(concludeTiers(at(without(['openai'])))).toEqual({ kind: 'quorum_missed', have: 19, need: 20 })
  })

  const cheap = but({
    'groq/llama-3.1-8b-instant': { genai: ['0.05', '0.08'], litellm: ['0.05', '0.08'], openrouter: ['0.05', '0.08'] },
    'openai/o3': { genai: ['2', '1'], litellm: ['2', '1'], openrouter: ['2', '1'] },
    'openai/gpt-5.6-terra': { genai: ['0.9', '4'], litellm: ['0.9', '4'], openrouter: ['0.9', '4'] },
  })

  test('name the cheapest of each tier, three tokens in to one out; ties go to the larger window', () => {
    const { tiers } = contentOf(TiersAnswer, concludeTiers(at(cheap)))
    expect(
      tiers.map(({ tier, candidates, cheapest }) => [
        tier,
        candidates,
        cheapest.model,
        cheapest.blended_usd_per_m_tokens,
      ]),
    ).toEqual([
      // (3 · 0.9 + 4) / 4
      ['frontier', 8, 'gpt-5.6-terra', 1.675],
      // (3 · 1 + 4) / 4, and of those the window of 1,050,000
      ['efficient', 6, 'gpt-5.6-luna', 1.75],
      // (3 · 0.05 + 0.08) / 4
      ['fast', 5, 'llama-3.1-8b-instant', 0.0575],
      ['reasoning', 7, 'o3', 1.75],
    ])
  })

  test.each([
    ['chat', 'llama-3.1-8b-instant', 0.0575, 11],
    ['code', 'gpt-5.6-terra', 1.675, 14],
    // One in to three out: (2 + 3 · 1) / 4, where the others come to 3.25.
    ['reasoning', 'o3', 1.25, 7],
    // The largest window, 1,050,000, and of three the cheapest: (20 · 0.9 + 4) / 21.
    ['long_context', 'gpt-5.6-terra', 1.0476, 16],
    ['fast', 'llama-3.1-8b-instant', 0.0575, 5],
  ] as const)('rank the models for %s', (task, model, usd, count) => {
    const found = contentOf(TaskAnswer, concludeTask(task, at(cheap)))
    expect([found.best.model, found.best.blended_usd_per_m_tokens]).toEqual([model, usd])
    expect(found.ranking.length).toBe(count)
    expect(found.best).toEqual(found.ranking[0]!)
  })
})

const checksOf = (feed: AnyFeed, body: Body, of: Body): readonly string[] => {
  const { canonical, tokens } = feed.sale
  const written = canonical.write(tokens(body), { timestamp: 1_795_000_000, nonce: 482_910 })
  return failedOf(canonical.recompute!(canonical.read(written).values, of))
}

describe('a body that was changed does not verify', () => {
  test.each([
    ['inference/pricing/OPENAI', ['models', 4, 'input_usd_per_m_tokens'], 0.01],
    ['inference/pricing/OPENAI', ['models', 0, 'sources'], ['me']],
    ['inference/pricing/OPENAI', ['confidence'], 0.5],
    ['inference/pricing/OPENAI', ['degraded'], true],
    ['inference/all/EVERY', ['models', 4, 'output_usd_per_m_tokens'], 0.01],
    ['inference/compare/EVERY', ['tiers', 0, 'candidates'], 1],
    ['inference/compare/EVERY', ['tiers', 1, 'cheapest', 'model'], 'mine'],
    ['inference/task/CHAT', ['ranking', 1, 'blended_usd_per_m_tokens'], 0],
    ['inference/task/CHAT', ['best', 'model'], 'mine'],
    ['inference/task/CHAT', ['task'], 'reasoning'],
  ])('%s at %j', (actor, path, to) => {
    const { feed, subject } = registry.item(actor)!
    const body = travelled(exampleOf(feed, subject))
    expect(checksOf(feed, body, body)).toEqual([])
    expect(checksOf(feed, body, changed(body, path, to)).length).toBeGreaterThan(0)
  })
})

describe('over the simulated lists', async () => {
  const one = await fed(registry.item('inference/all/EVERY')!)
  const all = () => contentOf(EveryAnswer, one.conclude())
  const tokenPriceOf = (found: EveryAnswer, name: string) => {
    const row = found.models.find(({ provider, model }) => `${provider}/${model}` === name)
    return row && [row.input_usd_per_m_tokens, row.output_usd_per_m_tokens, row.agreement]
  }

  test('all models have two witnesses, by steps, by dates and per token', () => {
    const found = all()
    expect(found).toMatchObject({ model_count: 26, left_out: [], missing: [], degraded: false })
    expect(found.models.every(({ agreement }) => agreement === 'agreed')).toBe(true)
  })

  test('a host that reprices is believed when the lists say so', async () => {
    const before = tokenPriceOf(all(), 'openai/o3')!
    await one.on.post({ reprice: { 'openai/o3': 2 } })
    await one.minute()
    expect(tokenPriceOf(all(), 'openai/o3')).toEqual([Number(before[0]) * 2, Number(before[1]) * 2, 'agreed'])
  })

  test('a list that doubles all prices moves none: what it alone contradicts is left out', async () => {
    const before = all()
    await one.on.post({ lie: { litellm: 2 } })
    await one.minute()
    const found = all()
    for (const { provider, model } of found.models)
      expect(tokenPriceOf(found, `${provider}/${model}`)).toEqual(tokenPriceOf(before, `${provider}/${model}`))
    // Of three models at Together there are two witnesses alone.
    expect(found.left_out.map(({ provider, reason }) => `${provider} ${reason}`)).toEqual(
      Array.from({ length: 3 }, () => 'together disputed'),
    )
    expect(found.degraded).toBe(true)
  })
})
