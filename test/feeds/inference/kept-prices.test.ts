import { describe, expect, test } from 'bun:test'
import { TOKEN_PRICE_BOARDS } from '../../../src/feeds/boards/token-price-boards.ts'
import { agreedPrice } from '../../../src/feeds/inference/agreed-price.ts'
import { enteredTable, type KeptTable } from '../../../src/feeds/inference/kept-prices.ts'
import { MODELS } from '../../../src/feeds/inference/models.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'
import { unreadable } from '../../support/unreadable.ts'

/** Lists that are cut, that are not ours, and whose prices walk. */

const NOW = Date.UTC(2026, 10, 18, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR

const table = (names: number, input = '1') =>
  Object.fromEntries(Array.from({ length: names }, (_, at) => [`m${at}`, { input, output: '4' }]))
const FIRST = enteredTable(table(20), null, 20, NOW)
const later = (names: number, days: number, before: KeptTable = FIRST) =>
  enteredTable(table(names), before, 20, NOW + days * DAY)

describe('a shorter list', () => {
  test('of less than three quarters of the models is not read; the former one keeps its age', () => {
    expect(unreadable(() => later(14, 1))).toBe('14 of 20 models: a list that was cut, or another list')
    expect(Object.keys(later(15, 1).prices).length).toBe(15)
  })

  test('is believed after eight days', () => {
    expect(() => later(14, 7.99)).toThrow('cut')
    expect(later(14, 8).readAt).toBe(NOW + 8 * DAY)
    expect(() => later(0, 40)).toThrow('0 of 20')
  })

  test('of two hosts may lose one of them, and never both', () => {
    const two = enteredTable(table(2), null, 2, NOW)
    expect(Object.keys(later(1, 1, two).prices)).toEqual(['m0'])
    expect(() => later(0, 1, two)).toThrow('0 of 2')
    expect(() => later(1, 1, enteredTable(table(3), null, 3, NOW))).toThrow('1 of 3')
  })

  test('at first is one that has less than half of what is ours', () => {
    expect(() => enteredTable(table(9), null, 20, NOW)).toThrow('9 of 20')
    expect(Object.keys(enteredTable(table(10), null, 20, NOW).prices).length).toBe(10)
  })
})

describe('the word of one list alone', () => {
  const single = (before: KeptTable, now: number) =>
    agreedPrice([{ ...before.prices['m0']!, source: 'a', readAt: before.readAt }], now)?.price.input ?? null

  test('is believed if it always said so, and a new price after three days', () => {
    expect(single(FIRST, NOW)).toBe('1')
    const moved = enteredTable(table(20, '0.9'), FIRST, 20, NOW + DAY)
    expect(single(moved, NOW + DAY)).toBeNull()
    const dearer = { ...table(20), m0: { input: '1', output: '5' } }
    expect(single(enteredTable(dearer, FIRST, 20, NOW + DAY), NOW + DAY)).toBeNull()
    const stood = enteredTable(table(20, '0.9'), moved, 20, NOW + 2 * DAY)
    expect([single(stood, NOW + 4 * DAY - 1), single(stood, NOW + 4 * DAY)]).toEqual([null, '0.9'])
  })

  test('that walks by a hundredth every six hours is never believed', () => {
    let kept = FIRST
    for (let poll = 1; poll <= 80; poll++) {
      const now = NOW + poll * 6 * HOUR
      kept = enteredTable(table(20, (0.99 ** poll).toFixed(6)), kept, 20, now)
      expect(single(kept, now)).toBeNull()
    }
  })

  test('about a model that left the list and comes back is new', () => {
    const { m0: _, ...others } = table(20)
    const without = enteredTable(others, FIRST, 20, NOW + DAY)
    const back = later(20, 2, without)
    expect([single(back, NOW + 2 * DAY), single(back, NOW + 5 * DAY)]).toEqual([null, '1'])
  })
})

describe('over the simulated lists', () => {
  const { genai } = TOKEN_PRICE_BOARDS

  test('the boards name what is theirs: all models of a list, and of an open model its hosts', async () => {
    const world = polledBoards(stage({ volatility: 0 }))
    for (const board of Object.values(TOKEN_PRICE_BOARDS)) await world.poll(board)
    const count = (id: string) =>
      Object.values((world.states.get(id) as { tables: Record<string, KeptTable> }).tables)
        .map(({ prices }) => Object.keys(prices).length)
        .reduce((sum, each) => sum + each, 0)
    const named = (list: 'genai' | 'litellm' | 'openrouter') => MODELS.filter(({ ids }) => ids[list] !== null).length
    expect(['tokens/genaiprices', 'tokens/litellm', 'tokens/openrouter'].map(count)).toEqual([
      named('genai'),
      named('litellm'),
      named('openrouter'),
    ])
  })

  test('a list that was cut in the middle leaves the former one as it was', () => {
    const names = MODELS.flatMap(({ ids }) => ids.genai ?? [])
    const body = (count: number) =>
      JSON.stringify(
        names.slice(0, count).map((name) => {
          const [id = '', ...model] = name.split('/')
          return { id, models: [{ id: model.join('/'), prices: { input_mtok: 1, output_mtok: 2 } }] }
        }),
      )
    const [ask] = genai.asks({ now: NOW, state: genai.empty, listed: null })
    const whole = ask!.enter(body(names.length), NOW, genai.empty)
    expect(() => ask!.enter(body(12), NOW + DAY, whole)).toThrow('12 of 23 models')
    expect(ask!.enter(body(18), NOW + DAY, whole).tables['']!.readAt).toBe(NOW + DAY)
  })

  test('a list of somebody else is not entered', () => {
    const [ask] = genai.asks({ now: NOW, state: genai.empty, listed: null })
    const body = JSON.stringify([{ id: 'mistral', models: [{ id: 'x', prices: { input_mtok: 1, output_mtok: 2 } }] }])
    expect(() => ask!.enter(body, NOW, genai.empty)).toThrow('0 of 23 models')
  })
})
