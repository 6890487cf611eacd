import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentHash } from '../../src/canonical/content.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyEvidence } from '../../src/cli/evidence.ts'
import { evidenceExample } from '../../src/http/dlc/evidence-example.ts'

/** `claros verify` on what the outcome of a DLC event rests on. */

interface Content {
  readonly quotes: readonly object[]
}
interface Doc {
  readonly evidence: object
  readonly conclusions: readonly { readonly content: Content; readonly contentHash: string }[]
}

const KINDS = ['threshold', 'enum', 'numeric'] as const
const sampleOf = (kind: (typeof KINDS)[number]): Doc => JSON.parse(JSON.stringify(evidenceExample(kind)))
const bodyOf = (doc: object): Readonly<Record<string, Json>> => JSON.parse(JSON.stringify(doc))
const hashOf = (doc: object): string => contentHash(bodyOf(doc))
/** What fails, without the number of the tick. */
const failing = (doc: object, hash: string | null = null) =>
  verifyEvidence(bodyOf(doc), hash).checks.flatMap(({ what, ok }) => (ok ? [] : [what.replace(/^tick \d+: /, '')]))

/** Its own hash is put right again after the change, as whoever changes it would. */
const contentChanged = (change: (content: Content) => void): Doc => {
  const doc = sampleOf('threshold')
  for (const conclusion of doc.conclusions) {
    change(conclusion.content)
    Object.assign(conclusion, { contentHash: hashOf(conclusion.content) })
  }
  return doc
}

describe('the evidence', () => {
  test.each(KINDS)('of the published %s example is right', (kind) => {
    const doc = sampleOf(kind)
    expect(failing(doc, hashOf(doc))).toEqual([])
    const counted = verifyEvidence(bodyOf(doc), null).checks.filter(({ what }) =>
      what.includes('follows from the votes'),
    )
    expect(counted.length).toBe(2 * doc.conclusions.length)
    expect(doc.conclusions.length > 0).toBe(kind !== 'enum')
  })

  test.each<readonly [string, object]>([
    ['half a character', { more: '\ud800' }],
    ['a depth without end', { more: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as object }],
    ['a name of half a character', { '\udfff': 1 }],
  ])('with %s ends with a verdict', (_what, more) => {
    for (const doc of [
      { ...sampleOf('threshold'), ...more },
      { ...sampleOf('threshold'), conclusions: [{ content: more }] },
    ])
      expect(verifyEvidence(doc as Readonly<Record<string, Json>>, null).ok).toBe(false)
  })

  test('of anything else than votes ends with a verdict', () => {
    const { evidence, conclusions } = sampleOf('threshold')
    for (const name of Object.keys(conclusions[0]!.content))
      for (const word of [null, 'x', -1, 1e308, [], {}, [null], [{ price: 'x' }]]) {
        const content = { ...conclusions[0]!.content, [name]: word }
        const other = conclusions.map((each) => ({ ...each, content, contentHash: hashOf(content) }))
        expect([
          name,
          verifyEvidence(bodyOf({ ...sampleOf('threshold'), evidence, conclusions: other }), null).ok,
        ]).toEqual([name, false])
      }
  })

  test('is not another than was attested', () => {
    const doc = sampleOf('threshold')
    const hash = hashOf(doc)
    expect(failing({ ...doc, decidedAt: '2027-01-01T00:00:00.000Z' }, hash)).toEqual([
      'the hash is the one that was attested',
    ])
  })

  test.each([
    [
      'a price that its votes do not make',
      contentChanged((content) => content.quotes.forEach((quote) => Object.assign(quote, { price: '119000' }))),
      ['the price follows from the votes'],
    ],
    [
      'a vote that is counted and does not agree',
      contentChanged((content) => Object.assign(content.quotes[0]!, { price: '130000' })),
      ['the used votes are those that agree'],
    ],
    [
      'another pair',
      contentChanged((content) => Object.assign(content, { domain: 'ETHUSD' })),
      ['is of the pair', 'the votes are judged by the published rules'],
    ],
    ['another time', contentChanged((content) => Object.assign(content, { timestamp: 1 })), ['is of its time']],
  ])('with %s is not', (_what, doc, wrong) => {
    expect(new Set(failing(doc))).toEqual(new Set(wrong))
  })

  test('holds the very price that decided, of every tick, with the hash that it has', () => {
    const doc = sampleOf('threshold')
    const decided = structuredClone(doc)
    Object.assign(decided.evidence, { price: '120009.99' })
    expect(failing(decided)).toEqual(['is the price that decided'])
    const unhashed = structuredClone(doc)
    Object.assign(unhashed.conclusions.at(-1)!, { contentHash: '00'.repeat(32) })
    expect(failing(unhashed)).toEqual(['has this hash'])
    const lacking = { ...doc, conclusions: [] }
    expect(failing(lacking)).toContain('every price that decided is there')
    const lost = structuredClone(doc)
    Object.assign(lost.conclusions[0]!, { content: null, contentHash: null })
    expect(failing(lost)).toEqual(['was kept'])
  })

  test('of a breach names prices that have reached the strike', () => {
    const short = sampleOf('threshold')
    expect(failing(Object.assign(short, { strike: 120_000.08 }))).toEqual(['every price has reached the strike'])
    expect(failing(Object.assign(sampleOf('threshold'), { strike: 120_000.07 }))).toEqual([])
    expect(failing(Object.assign(sampleOf('threshold'), { direction: 'below' }))).not.toEqual([])
  })

  test.each([[{}], [{ evidence: [], conclusions: {} }], [{ evidence: 5, conclusions: [null] }]])(
    'that is hardly any breaks nothing: %j',
    (doc) => {
      expect(verifyEvidence(bodyOf(doc), '00').ok).toBe(false)
    },
  )
})

describe('typed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-evidence-'))
  const run = async (doc: object, ...args: readonly string[]) => {
    const file = join(folder, 'evidence.json')
    writeFileSync(file, JSON.stringify(doc))
    const program = join(import.meta.dir, '../../src/cli/main.ts')
    const child = Bun.spawn([process.execPath, '--no-install', program, 'verify', file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return [await child.exited, await child.stdout.text()] as const
  }

  test('says so, and by its exit status', async () => {
    const doc = sampleOf('numeric')
    const [right, words] = await run(doc, '--hash', hashOf(doc).toUpperCase())
    expect([right, words.split('\n').at(-2)]).toEqual([
      0,
      'The evidence is whole, and its prices follow from their votes.',
    ])
    expect((await run(doc, '--hash', '00'.repeat(32)))[0]).toBe(1)
    expect((await run(doc, '--key', '00'))[0]).toBe(2)
    rmSync(folder, { recursive: true })
  })
})
