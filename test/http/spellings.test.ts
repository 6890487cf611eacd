import { afterAll, beforeAll, expect, test } from 'bun:test'
import { nameOf } from '../../src/http/wire/endpoint.ts'
import { type Shop, startShop } from '../support/shop.ts'

/** A reader who has learnt a name in one body meets the same name in every other. */

/** Second spellings that a contract with published clients asks for, and where. */
const TWICE: Readonly<Record<string, RegExp>> = {
  // The table of this body spells it so, beside the name of all others.
  signing_scheme: /^\/oracle\/cot\//,
  // The fee of an event, a number, as its table names it; prices of goods are text.
  priceUsd: /^\/dlc\/oracle\//,
  // The compressed form of the key, which is another text than that of `oraclePubkey`.
  oracle_pubkey: /^\/dlc\/oracle\/(?:pubkey|status)$/,
}

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

/** Names of members. One in capitals is a value; methodologies tell rules under names of their own. */
const namesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    ...(/[a-z]/.test(name) ? [name] : []),
    ...(name === 'methodology' ? [] : namesIn(each)),
  ])
}

const bodies = () =>
  shop.endpoints
    .filter(({ path }) => !/^\/dlc\/kormir\/|\/methodology(?:\.json)?$/.test(path))
    .map((endpoint) => ({ path: endpoint.path, where: nameOf(endpoint), names: new Set(namesIn(endpoint.example)) }))

const folded = (name: string): string => name.toLowerCase().replaceAll('_', '')

const spelledTwice = (found: readonly { readonly path: string; readonly names: ReadonlySet<string> }[]) => {
  const spellings = new Map<string, Set<string>>()
  for (const { path, names } of found)
    for (const name of names) {
      if (TWICE[name]?.test(path)) continue
      const known = spellings.get(folded(name)) ?? new Set()
      spellings.set(folded(name), known.add(name))
    }
  return [...spellings.values()].filter((each) => each.size > 1).map((each) => [...each].toSorted())
}

test('one idea has one spelling in all bodies', () => {
  expect(spelledTwice(bodies())).toEqual([])
})

test('a second spelling would be seen, and none is allowed that nobody uses', () => {
  const [first] = bodies().filter(({ names }) => names.has('observed_at'))
  expect(spelledTwice([first!, { path: '/x', names: new Set(['observedAt']) }])).toEqual([
    ['observedAt', 'observed_at'],
  ])
  for (const [name, where] of Object.entries(TWICE))
    expect([name, bodies().some(({ path, names }) => where.test(path) && names.has(name))]).toEqual([name, true])
})

test('what was seen, fetched and computed has the same three names everywhere', () => {
  const times = [...new Set(bodies().flatMap(({ names }) => [...names]))].filter((name) =>
    /^(?:observed|fetched|updated|seen|retrieved|as_of)/i.test(name),
  )
  expect(times.toSorted()).toEqual(['fetched_at', 'observed_at', 'updated_at'])
})

test('prices of goods are price_usd and price_sats in every document', async () => {
  const json = async (path: string): Promise<unknown> => (await shop.request(path)).json()
  const { paths } = (await json('/openapi.json')) as { readonly paths: Readonly<Record<string, object>> }
  const priced = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((told: { readonly 'x-price'?: object }) => told['x-price'] ?? []),
  )
  expect(priced.length).toBeGreaterThan(200)
  const catalogues = shop.endpoints.map(({ path }) => path).filter((path) => path.endsWith('/catalogue'))
  const documents = [
    { where: 'OpenAPI', body: priced },
    ...(await Promise.all(
      ['/.well-known/x402', '/.well-known/agent.json', ...catalogues].map(async (where) => ({
        where,
        body: await json(where),
      })),
    )),
  ]
  for (const { where, body } of documents) {
    const found = namesIn(body).filter((name) => /^(?:usd|sats|microUsd|price\w*)$/i.test(name))
    expect([where, [...new Set(found)].toSorted()]).toEqual([where, ['price_sats', 'price_usd']])
  }
})
