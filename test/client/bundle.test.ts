import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundleClient } from '../../scripts/build-client.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { signedAsGiven } from '../support/resigned.ts'
import { testFolder } from '../support/test-folder.ts'

/** The client as a browser gets it: what it weighs, what it asks of its surroundings, and that it judges as the CLI does. */

const ROOT = join(import.meta.dir, '..', '..')
const { folder, remove } = testFolder()
afterAll(remove)

/** Compressed bytes that one loads at once, and those of the heaviest families. */
const MOST = { verifier: 30_000, client: 41_000, family: 47_000, insurance: 155_000 } as const

interface Chunk {
  readonly text: string
  readonly bytes: number
  /** What it cannot run without. */
  readonly needs: readonly string[]
}

/** Each file by its name. */
const bundled = async (entry: string, into: string): Promise<ReadonlyMap<string, Chunk>> => {
  const { outputs } = await bundleClient([entry], into, [])
  const chunks = outputs.map(async (output): Promise<[string, Chunk]> => {
    const text = await output.text()
    const needs = [...text.matchAll(/(?:\bfrom|\bimport)\s*"\.{1,2}\/([^"]+)"/g)].map(([, path]) => basename(path!))
    return [basename(output.path), { text, bytes: Bun.gzipSync(text).length, needs }]
  })
  return new Map(await Promise.all(chunks))
}

const reached = (chunks: ReadonlyMap<string, Chunk>, name: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(name)) return found
  found.add(name)
  for (const next of chunks.get(name)!.needs) reached(chunks, next, found)
  return found
}

const weight = (chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + chunks.get(name)!.bytes, 0)

let client: ReadonlyMap<string, Chunk>
let verifier: ReadonlyMap<string, Chunk>
beforeAll(async () => {
  client = await bundled(join(ROOT, 'client', 'src', 'main.ts'), join(folder, 'client'))
  verifier = await bundled(join(ROOT, 'client', 'src', 'verify.ts'), join(folder, 'verifier'))
}, 120_000)

describe('the bundle', () => {
  test('weighs what it may', () => {
    const once = (chunks: ReadonlyMap<string, Chunk>, entry: string): number => weight(chunks, reached(chunks, entry))
    expect(once(verifier, 'verify.js')).toBeLessThan(MOST.verifier)
    expect(once(client, 'main.js')).toBeLessThan(MOST.client)
    const before = reached(client, 'main.js')
    const families = [...client.keys()].filter((name) => !before.has(name))
    expect(families.length).toBeGreaterThan(40)
    for (const name of families) {
      const more = weight(
        client,
        [...reached(client, name)].filter((each) => !before.has(each)),
      )
      const most = name.startsWith('recount-quote') ? MOST.insurance : MOST.family
      expect([name, more < most]).toEqual([name, true])
    }
  })

  test('asks nothing of Node, of Bun or of the network, and holds no registry', () => {
    const all = [...client.values()].map(({ text }) => text).join('\n')
    for (const word of [
      /(?<![.\w])Buffer\b/,
      /\bprocess\./,
      /\brequire\(/,
      /["']node:/,
      /\bBun\./,
      /\beval\(/,
      /\bnew Function\b/,
    ])
      expect([String(word), all.match(word)]).toEqual([String(word), null])
    expect(all).not.toContain('defines no feed')
  })
})

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))
const TIMESTAMP = 1_795_000_002

type Body = Readonly<Record<string, Json>>

const sold = (feed: AnyFeed): Body => {
  const body = { ...(exampleOf(feed, feed.subjects[0]!) as Body), timestamp: TIMESTAMP }
  const canonical = feed.sale.canonical.write(feed.sale.tokens(body), { timestamp: TIMESTAMP, nonce: 482_910 })
  return signedAsGiven(body, SIGNER, canonical)
}

/** Each answer, each under the string of the next feed of its type, and each with a changed signature. */
const cases = (): readonly Body[] =>
  [...Map.groupBy(registry.feeds, ({ sale }) => sale.canonical.type).values()].flatMap((feeds) => {
    const answers = feeds.map(sold)
    return answers.flatMap((answer, at) => {
      const { canonical, signature } = answers[(at + 1) % answers.length]!
      const broken = String(answer['signature']).replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
      return [answer, { ...answer, canonical: canonical!, signature: signature! }, { ...answer, signature: broken }]
    })
  })

/** A browser has no more than this program leaves. */
const PROGRAM = `
import { readFileSync } from 'node:fs'
const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const say = process.stdout.write.bind(process.stdout)
for (const name of ['Buffer', 'process', 'fetch']) delete globalThis[name]
const { createClaros } = await import('./client/main.js')
const claros = createClaros('https://oracle.example')
const verdicts = []
for (const each of cases) verdicts.push(await claros.verify(each))
say(JSON.stringify(verdicts))
`

test('the bundle judges every answer as the CLI does, without Node’s own words', () => {
  const all = cases()
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(all))
  writeFileSync(join(folder, 'judge.mjs'), PROGRAM)
  const { stdout, stderr } = Bun.spawnSync(['node', 'judge.mjs', 'cases.json'], { cwd: folder })
  expect(String(stderr)).toBe('')
  const verdicts: unknown = JSON.parse(String(stdout))
  const expected = all.map((body) => verifyAnswer(body, { layouts: LAYOUTS }))
  expect(verdicts).toEqual(JSON.parse(JSON.stringify(expected)))
  expect(expected.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(registry.feeds.length)
  expect(expected.filter(({ ok }) => !ok).length).toBeGreaterThan(registry.feeds.length)
})
