import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { buyerL402, buyerV2, sandboxWallet } from '../../src/demo/buyers.ts'
import { announcement } from '../../src/dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../../src/dlc/wire/attestation.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import { serverSecrets } from '../../src/http/rails/configured.ts'
import { mintToken } from '../../src/http/rails/l402-token.ts'
import { readAuthorization } from '../../src/http/rails/l402.ts'
import { readMacaroon } from '../../src/http/rails/macaroon.ts'
import type { RailSettings } from '../../src/http/rails/rail-settings.ts'
import { type DemoStack, startDemoStack, waitFor } from '../../src/launch/demo-stack.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { names } from '../../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../../src/store/redis/redis.ts'
import { type Store, storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { linesIn } from '../support/actors/bookkeeper/book-rounds.ts'
import { base64Json, PAYER, PAYER_KEY, payloadV2, signTransfer, type WireAuthorization } from '../support/payer.ts'
import { keptLog } from '../support/still.ts'
import { OWN_FORMAT } from '../support/store/own-mark.ts'
import { until } from '../support/until.ts'
import { readPacked, restoreKeys, writeTree } from './packed.ts'

/**
 * The product of today, started on what the release of commit 7147e01e left: its store had no format yet. Made by
 * `make-data.ts` with that release's code, and never made anew: a later format gets a file of its own.
 */

const { story, keys, files, witness } = readPacked(join(import.meta.dir, 'format-1.json.gz'))

let root: string
let folder: string
let stack: DemoStack
let redis: Redis
let store: Store

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'claros-upgrade-'))
  chmodSync(root, 0o711)
  folder = join(root, 'data')
  writeTree(folder, files)
  writeTree(`${folder}.witness`, witness)
  const before = await startRedis({ folder: join(folder, 'redis') })
  const hand = await connectRedis(before.address, 'waits')
  await restoreKeys(hand, keys)
  hand.disconnect()
  await before.stop()
  stack = await startDemoStack({
    folder,
    port: 0,
    random: systemRandom,
    log: keptLog(),
    logLevel: 'error',
    onHopeless: (name) => {
      throw new Error(`${name} did not start`)
    },
  })
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  store = storeOn(redis, systemClock)
  const bothRails = ({ headers }: Response) => headers.has('www-authenticate') && headers.has('payment-required')
  if (!(await waitFor(stack.baseUrl + story.l402.path, 110_000, bothRails))) throw new Error('nothing is for sale')
  await fetch(`${stack.sandboxUrl}/chain/fund`, {
    method: 'POST',
    body: JSON.stringify({ address: PAYER.address, amount: '1000000000' }),
  })
}, 240_000)
afterAll(async () => {
  redis?.disconnect()
  await stack?.stop()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

const show = async (header: string, value: string) => {
  const response = await fetch(stack.baseUrl + story.l402.path, { headers: { [header]: value } })
  return { status: response.status, said: (await response.json()) as Readonly<Record<string, Json>> }
}
const expectSold = async (response: Response): Promise<Readonly<Record<string, Json>>> => {
  expect(response.status).toBe(200)
  const body = (await response.json()) as Record<string, Json>
  expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
  return body
}

test('the store has the format of today', async () => {
  expect(await redis.get(names.format.mark())).toStartWith(`${OWN_FORMAT} claros/`)
})

describe('a payment that was spent', () => {
  // Its own time is over long ago, so its owner gets a token of the same payment that is still good: only the claim knows.
  test('over Lightning buys nothing again', async () => {
    const { macaroon, preimage } = readAuthorization(story.l402.value) as { macaroon: string; preimage: string }
    const { identifier, caveats } = readMacaroon(Buffer.from(macaroon, 'base64'))!
    const caveat = (name: string) => caveats.find((each) => each.startsWith(`${name}=`))!.slice(name.length + 1)
    const secret = Buffer.from(files['secrets/server.secret']!, 'base64').toString().trim()
    const [current] = serverSecrets({ SERVER_SECRET: secret } as RailSettings, 'l402')!
    const paymentHash = Buffer.from(identifier).subarray(2, 34).toString('hex')
    const mintFor = (hash: string) =>
      mintToken(
        { current, previous: [] },
        {
          paymentHash: hash,
          tokenId: systemRandom.bytes(32),
          request: caveat('oracle_capabilities'),
          sats: Number(caveat('sats')),
          validUntil: Math.floor(systemClock.now() / 1_000) + 600,
          askedAt: null,
        },
      )
    expect(await show('authorization', `L402 ${mintFor(paymentHash)}:${preimage}`)).toMatchObject({
      status: 402,
      said: { error: 'payment_already_used' },
    })
    // A token of another payment, made in the same way, is good: it is the claim that was refused.
    const other = systemRandom.bytes(32)
    const otherHash = new Bun.CryptoHasher('sha256').update(other).digest('hex')
    expect(
      (await show('authorization', `L402 ${mintFor(otherHash)}:${Buffer.from(other).toString('hex')}`)).status,
    ).toBe(200)
  })

  test('in USDC buys nothing again', async () => {
    const shown = JSON.parse(Buffer.from(story.x402.value, 'base64').toString()) as ReturnType<typeof payloadV2>
    const validBefore = String(Math.floor(systemClock.now() / 1_000) + 60)
    const again = async (changes: Partial<WireAuthorization>) => {
      const authorization = { ...shown.payload.authorization, validBefore, validAfter: '0', ...changes }
      const signature = await signTransfer(authorization)
      return show('payment-signature', base64Json({ ...shown, payload: { signature, authorization } }))
    }
    expect(await again({})).toMatchObject({ status: 402, said: { error: 'payment_already_used' } })
    const nonce = `0x${Buffer.from(systemRandom.bytes(32)).toString('hex')}` as const
    expect((await again({ nonce })).status).toBe(200)
  })
})

test('both rails sell, with the keys of before', async () => {
  const before = JSON.parse(story.l402.answer) as Record<string, Json>
  const l402 = await expectSold(await buyerL402(sandboxWallet(stack.sandboxUrl))(stack.baseUrl + story.l402.path))
  expect(l402['pubkey']).toEqual(before['pubkey']!)
  await expectSold(await buyerV2(PAYER_KEY)(stack.baseUrl + story.x402.path))
})

test('history is what it was', async () => {
  for (const [series, { candles, rows }] of Object.entries(story.history)) {
    const [from, to] = [story.at / 1_000 - 7_200, story.at / 1_000]
    expect(await store.candles.range(series, 60, from, to)).toEqual([...candles])
    expect(await store.rows.range(series, from, to)).toEqual([...rows])
  }
  expect(Object.values(story.history).some(({ candles }) => candles.length > 0)).toBe(true)
  expect(Object.values(story.history).some(({ rows }) => rows.length > 0)).toBe(true)
})

describe('events', () => {
  const attested = (id: string) =>
    until('it is attested', async () => {
      const response = await fetch(`${stack.baseUrl}/dlc/oracle/attestations/${id}`)
      const text = await response.text()
      return response.status === 200 && text
    })
  const expectSigned = async (id: string, text: string): Promise<string> => {
    const { serialized } = JSON.parse(text) as { serialized: string }
    const event = (await store.events.read(id))!
    const announced = decode(announcement, Uint8Array.fromHex(event.announcement))
    expect(attestationFault(announced, decode(attestation, Uint8Array.fromHex(serialized)))).toBeNull()
    return event.decision!.outcome.join()
  }

  test('that were attested are what they were', async () => {
    const response = await fetch(`${stack.baseUrl}/dlc/oracle/enum/${story.decided.id}/attestation`)
    expect(await response.json()).toEqual(JSON.parse(story.decided.attestation))
  })

  test('that matured since are attested by the first price', async () => {
    expect(await expectSigned(story.open.threshold, await attested(story.open.threshold))).toBe('safe')
  }, 120_000)

  test('that wait for their administrator are attested by his word', async () => {
    const answer = await fetch(`${stack.baseUrl}/dlc/oracle/enum/${story.open.enum}/attest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-oracle-secret': stack.adminSecret },
      body: JSON.stringify({ outcome: 'red' }),
    })
    expect(answer.status).toBe(200)
    expect(await expectSigned(story.open.enum, await attested(story.open.enum))).toBe('red')
  }, 120_000)
})

test('the ledger goes on behind its lines, each once', async () => {
  const month = Object.keys(files).filter((name) => /^ledger\/.*\.jsonl$/.test(name))
  const before = month.map((name) => Buffer.from(files[name]!, 'base64').toString())
  const sold = before.flatMap((text) => text.trimEnd().split('\n')).length
  expect(sold).toBeGreaterThanOrEqual(5)
  const lines = await until('new sales are in the files', async () => {
    if ((await store.ledger.waiting()) > 0) return null
    const all = linesIn(join(folder, 'ledger'))
    return all.length >= sold + 4 && all
  })
  for (const [at, name] of month.entries()) expect(readFileSync(join(folder, name), 'utf8')).toStartWith(before[at]!)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
}, 120_000)
