import { beforeAll, expect, test } from 'bun:test'
import { DLC_PAIR_NAMES } from '../../../src/dlc/terms/pairs.ts'
import { HOST, problemOf, fileShop } from '../../support/shop.ts'
import { NOW, dated, open, threshold } from '../../support/store/dlc-events.ts'

/** Long lists, a page at a time: nothing is lost and nothing comes twice. */

const COUNT = 230

interface Page {
  readonly count: number
  readonly events?: readonly { readonly eventid: string }[]
  readonly announcements?: readonly { readonly eventid: string }[]
  readonly next: number | null
}

const shop = await fileShop()

const nameOf = (at: number): string => `ENUM-${String(at).padStart(3, '0')}`
/** Newest first. */
const NAMES = Array.from({ length: COUNT }, (_, at) => nameOf(at)).toReversed()
const pairOf = (at: number) => (at % 3 === 0 ? null : DLC_PAIR_NAMES[at % 2]!)

const make = (at: number) => open(shop.store.events, { ...dated({ id: nameOf(at) }), pair: pairOf(at) }, nameOf(at))

const settle = async (id: string): Promise<void> => {
  const { events } = shop.store
  await events.decide(id, { trigger: 'resolve', outcome: ['safe'], evidence: null, now: NOW, graceMs: 0 })
  await events.publish(id, ['safe'], { serialized: 'aa', counted: 'bb' }, NOW)
}

beforeAll(async () => {
  for (let at = 0; at < COUNT; at++) await make(at)
  // Others among them, for lists of one kind to leave out.
  for (let at = 0; at < 5; at++) {
    const id = `OTHER-${at}`
    await open(shop.store.events, threshold({ id }, { direction: 'above', strike: '5' }), id)
  }
})

const page = async (path: string): Promise<Page> => {
  const response = await shop.request(path)
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as Page
}

const walk = async (path: string, between: (at: number) => Promise<void> = async () => {}) => {
  const [seen, sizes]: [string[], number[]] = [[], []]
  let next: number | null = null
  do {
    const got: Page = await page(`${path}${path.includes('?') ? '&' : '?'}${next === null ? '' : `before=${next}`}`)
    const entries = got.events ?? got.announcements ?? []
    expect(got.count).toBe(entries.length)
    seen.push(...entries.map(({ eventid }) => eventid))
    sizes.push(entries.length)
    await between(sizes.length)
    next = got.next
  } while (next !== null)
  return { seen, sizes }
}

test.each([
  ['', [50, 50, 50, 50, 30]],
  ['?limit=100', [100, 100, 30]],
  ['?limit=23', Array.from({ length: 10 }, () => 23)],
  ['?limit=1', Array.from({ length: COUNT }, () => 1)],
] as const)('all events come once, newest first: %p', async (query, sizes) => {
  expect(await walk(`/dlc/oracle/enum${query}`)).toEqual({ seen: [...NAMES], sizes: [...sizes] })
})

test('the list of everything has the other kinds too', async () => {
  const { seen } = await walk('/dlc/oracle/announcements?limit=37')
  expect(seen.slice(0, 5)).toEqual(['OTHER-4', 'OTHER-3', 'OTHER-2', 'OTHER-1', 'OTHER-0'])
  expect(seen.slice(5)).toEqual(NAMES)
})

test('a list of one pair has its pages of its own', async () => {
  for (const pair of DLC_PAIR_NAMES.slice(0, 3)) {
    const { seen } = await walk(`/dlc/oracle/enum?limit=7&pair=${pair}`)
    expect([pair, seen]).toEqual([pair, NAMES.filter((id) => pairOf(Number(id.slice(5))) === pair)])
  }
})

test('a page beyond the end is empty', async () => {
  for (const before of [0, 1]) {
    const { count, events, next } = await page(`/dlc/oracle/enum?before=${before}`)
    expect([before, count, events, next]).toEqual([before, 0, [], null])
  }
  expect((await page('/dlc/oracle/enum?before=999999999999999')).count).toBe(50)
})

test('what is made or settled while somebody reads moves nothing under his hands', async () => {
  const path = '/dlc/oracle/enum?limit=20&status=pending'
  const gone = new Set<string>()
  const { seen } = await walk(path, async (pageNumber) => {
    await make(COUNT + pageNumber)
    // One that was read already, and one that was not.
    for (const at of [COUNT - pageNumber, pageNumber]) {
      await settle(nameOf(at))
      gone.add(nameOf(at))
    }
  })
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((id) => !gone.has(id))).toEqual(NAMES.filter((id) => !gone.has(id)))
  const later = await walk('/dlc/oracle/enum?limit=100&status=pending')
  expect(later.seen.filter((id) => gone.has(id))).toEqual([])
  const done = await walk('/dlc/oracle/enum?limit=3&status=settled')
  expect(new Set(done.seen)).toEqual(gone)
  expect(done.seen).toHaveLength(gone.size)
})

test('kormir’s list leads to its next page in a header, with the same filter', async () => {
  const seen: string[] = []
  let path: string | undefined = '/dlc/kormir/list-events?status=open&format=tlv&limit=99'
  let pages = 0
  while (path) {
    const response = await shop.request(path)
    const entries = (await response.json()) as readonly { readonly event_id: string }[]
    seen.push(...entries.map(({ event_id }) => event_id))
    const link = response.headers.get('link')
    path = link ? /^<([^>]+)>; rel="next"$/.exec(link)?.[1] : undefined
    if (link) expect(response.headers.get('access-control-expose-headers')).toMatch(/, Link$/)
    if (path) expect(path).toContain('status=open&format=tlv&limit=99&before=')
    pages++
  }
  expect(pages).toBe(3)
  const { seen: open } = await walk('/dlc/oracle/announcements?limit=100')
  expect(seen).toEqual(open)
  const whole = (await (await shop.request('/dlc/kormir/list-events?status=open')).json()) as readonly unknown[]
  expect(whole).toHaveLength(100)
})

test('without its store the service says so, and calls it no bug of its own', async () => {
  shop.redis.redis.disconnect()
  for (const path of ['/dlc/oracle/enum', '/dlc/oracle/status', '/dlc/oracle/enum/ENUM-001', '/dlc/kormir/pubkey']) {
    const response = await shop.app(new Request(`http://${HOST}${path}`, { headers: { host: HOST } }))
    expect([path, response.status, (await problemOf(response)).error]).toEqual([path, 503, 'unavailable'])
  }
})
