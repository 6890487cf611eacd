import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { junk } from '../../support/dlc/bodies.ts'
import { type Dice, dice } from '../../support/dlc/random.ts'
import { drawn, seedOf, triesAll } from '../../support/draws.ts'
import { HOST, problemOf } from '../../support/shop.ts'
import { type EventShop, openEventShop, standingClock } from '../../support/http/dlc/event-shop.ts'
import { type Kind, makeBody } from '../../support/http/dlc/made-bodies.ts'
import { jsonText } from '../../support/http/dlc/wrong-values.ts'

/**
 * Create bodies at random against the whole app: a preview names every broken rule and no other, and whatever it says
 * of a body, creation says the same.
 */

let shop: EventShop
let invoices = 0
beforeAll(async () => {
  const take = async () => ({
    kind: 'invoice' as const,
    bolt11: 'lnbc100n1pexample',
    paymentHash: (++invoices).toString(16).padStart(64, '0'),
    expiresAt: shop.clock.now() + 300_000,
  })
  // Time stands: what is the last good second for one body is so for all of them.
  shop = await openEventShop({ invoices: { take }, clock: standingClock() })
})
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())

const KINDS: readonly Kind[] = ['threshold', 'enum', 'numeric']
const MADE = drawn(3_000)
const UNKNOWN = drawn(1_000)

/** What preview and creation answer to the same bytes. A creation without payment that finds no fault asks for 402. */
const bothOf = async (kind: Kind, text: string) => {
  const [preview, creation] = await Promise.all([shop.post(`${kind}/preview`, text), shop.post(kind, text)])
  const said = preview.status === 200 ? null : await problemOf(preview)
  if (said !== null) expect(await problemOf(creation)).toEqual(said)
  return { preview, creation, details: said?.details ?? [] }
}

const shown = (details: Awaited<ReturnType<typeof bothOf>>['details']): readonly string[] =>
  details.map(({ path, rule }) => `${path} ${rule}`).toSorted()

describe.each(KINDS)('%s bodies', (kind) => {
  const at = () => ({ nowTs: shop.nowTs, own: HOST })

  test('however many rules are broken, all are named and no other', async () => {
    const tally = { held: 0, refused: 0, several: 0 }
    for (let seed = 1; seed <= MADE; seed++) {
      const random = dice(seedOf(seed * 7919))
      const made = makeBody(kind, random, random.pick([0, 0.05, 0.05, 0.2, 0.5]), at())
      const { preview, creation, details } = await bothOf(kind, jsonText(made.body))
      const expected = made.broken.map((line) => `body.${line}`)
      const statuses = expected.length > 0 ? [400, 400] : [200, 402]
      expect({ seed, broken: shown(details), statuses: [preview.status, creation.status] }).toEqual({
        seed,
        broken: expected,
        statuses,
      })
      tally[expected.length === 0 ? 'held' : expected.length === 1 ? 'refused' : 'several']++
    }
    // Chance must have made plenty of each.
    if (triesAll) expect(Math.min(...Object.values(tally))).toBeGreaterThan(MADE / 10)
  })

  test('whatever is sent, preview and creation agree, and neither breaks', async () => {
    for (let seed = 1; seed <= UNKNOWN; seed++) {
      const random = dice(seedOf(seed * 104_729))
      const text = anything(kind, random)
      const { preview, creation } = await bothOf(kind, text)
      const pair = [preview.status, creation.status]
      const agreed = [
        [200, 402],
        [400, 400],
        [413, 413],
      ].some((each) => each.join() === pair.join())
      expect({ seed, pair, agreed }).toMatchObject({ agreed: true })
    }
  })

  test('what the preview accepts can be bought, and is what the preview said', async () => {
    for (let seed = 1; seed <= 15; seed++) {
      const { body } = makeBody(kind, dice(seed * 31), 0, at())
      const text = jsonText(body)
      const preview = (await (await shop.post(`${kind}/preview`, text)).json()) as Record<string, unknown>
      const bought = await shop.post(kind, text, (await shop.x402()).v2)
      expect({ seed, status: bought.status }).toEqual({ seed, status: 200 })
      const answer = (await bought.json()) as Record<string, unknown>
      for (const name of ['label', 'outcomes', 'maturityTs', 'resolverConfig', 'scaleFactor', 'strike', 'base', 'unit'])
        if (name in preview && name in answer) expect([seed, name, answer[name]]).toEqual([seed, name, preview[name]])
      expect(String(answer['serialized']).length).toBeGreaterThan(300)
    }
  })
})

/** Some of it JSON, some of it almost what is wanted, some of it made to hurt whoever reads it. */
const anything = (kind: Kind, random: Dice): string => {
  const { body } = makeBody(kind, random, random.pick([0, 0.3]), { nowTs: shop.nowTs, own: HOST })
  const field = random.pick(Object.keys(body))
  const deep = random.pick([50, 5_000, 30_000])
  const text = jsonText(body)
  return random.pick<() => string>([
    () => jsonText(junk(random)),
    () => jsonText({ ...body, ...(junk(random) as object) }),
    () => jsonText({ ...body, [field]: junk(random, 5) }),
    () => jsonText(random.pick([null, true, 5, 'text', [body], [[]]])),
    () => text.slice(0, random.integer(1, text.length - 1)),
    () => `${text}${random.pick(['x', ',', '{}', '\u0000', '\ufeff'])}`,
    () => `\ufeff${text}`,
    () => jsonText({ ...body, [field]: 'x'.repeat(random.pick([10_000, 60_000, 70_000])) }),
    () => jsonText({ ...body, note: random.text(400), [random.text(10)]: '\udfff' }),
    () => `${text.slice(0, -1)},"${field}":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    () => `${text.slice(0, -1)},"note":${'{"a":'.repeat(deep / 5)}1${'}'.repeat(deep / 5)}}`,
    () => `${'['.repeat(deep)}${']'.repeat(deep)}`,
    () => `${text.slice(0, -1)},"__proto__":${text},"${field}":null}`,
    () => `{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":${i}`).join()}}`,
  ])()
}
