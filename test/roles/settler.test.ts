import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashMessage } from 'viem'
import { SETTLING_KEY } from '../../src/actors/settler/settling-key-file.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { askedSettler, askedSignatureCheck } from '../../src/http/rails/asked-settler.ts'
import { readPayment, type ShownPayment } from '../../src/http/rails/x402-payload.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { type Asker, openAsker } from '../../src/queues/ask.ts'
import type { Role } from '../../src/roles/role.ts'
import { startSettler } from '../../src/roles/settler.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Anvil, startAnvil } from '../support/anvil.ts'
import { base64Json, payloadV1, payloadV2, SELLER, type WireAuthorization } from '../support/payer.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'
import { keptLog } from '../support/still.ts'
import { contractWallet, enveloped, FACTORY, placeFactories, RELAY, relayed, wrapped } from '../support/wallets.ts'
import { deafBeats } from '../support/heard-beats.ts'

/** The settler as a worker starts it, asked through its queue as a server asks. */

let anvil: Anvil
let stack: TestRedis
let remove: () => void
let role: Role
let askers: { readonly settlements: Asker<'settlements'>; readonly inquiries: Asker<'inquiries'> }

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.mine()
  await placeFactories(anvil)
  stack = await startTestRedis()
  const made = testFolder()
  remove = made.remove
  writeFileSync(join(made.folder, SETTLING_KEY), '11'.repeat(32), { mode: 0o600 })
  const queues = { connection: redisAddress(stack.url), prefix: 'settler' }
  const config = readConfig(WorkerConfig, {
    KEYS_DIR: made.folder,
    PAY_TO: SELLER,
    X402_SETTLEMENT: 'own',
    RPC_URL: anvil.url,
    WALLET_FACTORIES: `0x${'00'.repeat(20)},${FACTORY.toUpperCase().replace('0X', '0x')}`,
  })
  const place = {
    store: stack.store,
    queues,
    clock: systemClock,
    log: keptLog(),
    meter: createTally(),
    beats: deafBeats,
  }
  role = startSettler(config, { ...place, onQueueError: () => {} })!
  askers = {
    settlements: await openAsker(queues, () => {}, 'settlements'),
    inquiries: await openAsker(queues, () => {}, 'inquiries'),
  }
})
afterAll(async () => {
  await role.close(2_000)
  await Promise.all([askers.settlements.close(), askers.inquiries.close()])
  await stack.stop()
  await anvil.stop()
  remove()
})

test('deploys by the factories of its settings, and by no other', async () => {
  const wallet = await contractWallet(anvil)
  await anvil.fundUsdc(wallet.address, 1_000_000)
  const { authorization, signature } = await wallet.sign({ value: '1000000' })
  const simulate = (by: string, calldata: string) => {
    const header = payloadV1(authorization as WireAuthorization, wrapped(by, calldata, signature))
    const { accepted, resource, extensions } = payloadV2(authorization as WireAuthorization, '0x')
    const shown = readPayment(base64Json(header)) as ShownPayment
    return askedSettler(askers).simulate(shown, { v1: {}, v2: accepted, resource, extensions, route: '' })
  }
  expect(await simulate(FACTORY, wallet.creation)).toEqual({ kind: 'would_settle' })
  expect(await simulate(RELAY, relayed(FACTORY, wallet.creation))).toEqual({
    kind: 'refused',
    reason: 'eip6492_factory_not_allowed',
  })
})

test('says whether an account stands behind a signature', async () => {
  const wallet = await contractWallet(anvil)
  const digest = hashMessage('claros-proof-v1')
  const signature = enveloped(await wallet.owner.sign({ hash: digest }))
  const check = askedSignatureCheck(askers)
  const question = { chainId: 8453, account: wallet.address, digest, signature }
  expect(await check(question)).toBe('invalid')
  expect(await check({ ...question, signature: wrapped(FACTORY, wallet.creation, signature) })).toBe('valid')
  await wallet.deploy()
  expect(await check({ ...question, account: wallet.address.toLowerCase() })).toBe('valid')
  expect(await check({ ...question, chainId: 84_532 })).toBe('unknown')
})
