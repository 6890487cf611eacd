import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoStack } from '../src/launch/demo-stack.ts'
import { FOLDER_FILES } from '../src/launch/folder-use.ts'
import { linesIn } from '../test/support/actors/bookkeeper/book-rounds.ts'
import { attestation, attested, type BoughtBefore, shopping, signed, startAgain } from '../test/support/again.ts'
import { blocksOf, runCommands } from '../test/support/page-commands.ts'
import { until } from '../test/support/until.ts'

/**
 * A whole service is lost after its backup, and comes back in another folder, by the commands of docs/restore.md as they
 * stand there. What a signer, a guard and a Redis do that contradict each other is shown in `test/actors/dlc`.
 */

const blocks = blocksOf('docs/restore.md', 'chaos/restore.test.ts')

const root = mkdtempSync(join(tmpdir(), 'claros-backup-'))
chmodSync(root, 0o711)
const place = (name: string): string => join(root, name)

const dlc = (command: string, folder: string) => runCommands(`npx claros dlc ${command} --data "${folder}"`, {})

let stack: DemoStack
let shop: ReturnType<typeof shopping>
const before: { l402?: BoughtBefore; x402?: BoughtBefore; attested?: string } = {}
const after: { l402?: BoughtBefore; attested?: string } = {}
const events = { before: '', open: '', after: '' }
let booked: readonly string[] = []

beforeAll(async () => {
  stack = await startAgain(place('data'))
  shop = shopping(stack)
  await shop.fund()
  before.l402 = await shop.buy('authorization')
  before.x402 = await shop.buy('payment-signature')
  events.before = await shop.contract(0.99)
  events.open = await shop.contract(0.2)
  events.after = await shop.contract(0.8)
  await shop.fall(0.97)
  before.attested = signed(await attested(stack, events.before))

  mkdirSync(place('offline'))
  for (const part of ['keys', 'secrets'])
    cpSync(join(place('data'), part), join(place('offline'), part), { recursive: true })
  expect(blocks).toHaveLength(2)
  const copied = await runCommands(blocks[0]!, { DATA: place('data'), BACKUP: place('backup') })
  expect(copied).toMatchObject({ status: 0, errors: '' })
  // One that is broken off leaves Redis as it was.
  const cut = await runCommands(`cp() { false; }\n${blocks[0]!}`, { DATA: place('data'), BACKUP: place('cut') })
  expect(cut.status).not.toBe(0)
  const asked = `redis-cli -s "$DATA/run/redis.sock" config get auto-aof-rewrite-percentage`
  expect((await runCommands(asked, { DATA: place('data') })).out).toBe('auto-aof-rewrite-percentage\n100\n')
  booked = linesIn(join(place('backup'), 'ledger')).map(({ id }) => id)

  after.l402 = await shop.buy('authorization')
  await shop.buy('payment-signature')
  await shop.fall(0.7)
  after.attested = signed(await attested(stack, events.after))
  await stack.stop()
}, 400_000)

afterAll(async () => {
  await stack?.stop()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

const putBack = (name: string) =>
  runCommands(blocks[1]!, { DATA: place(name), BACKUP: place('backup'), KEYS: place('offline') })

test('with the journal of the backup, all of it is of one time', async () => {
  expect(await putBack('as-copied')).toMatchObject({ status: 0, out: expect.stringContaining('In order') })
  const { out, status } = await dlc('check', place('as-copied'))
  expect([status, out.includes('In order')]).toEqual([0, true])
})

describe('with the newest journal, the service', () => {
  beforeAll(async () => {
    cpSync(join(place('data'), 'dlc/journal.jsonl'), join(place('backup'), 'journal.jsonl'))
    const restored = await putBack('new')
    expect([restored.status, restored.errors]).toEqual([0, ''])
    expect(restored.out).toMatch(
      /1 {2}further in the journal than in Redis[^]*In order: the journal, the guard and Redis/,
    )
    // The drill is played with simulated money. A folder with keys and no mark is one of "npm start", which no demonstration
    // may use.
    writeFileSync(join(place('new'), FOLDER_FILES.use), 'demo\n')
    stack = await startAgain(place('new'))
    shop = shopping(stack)
    await shop.fund()
  }, 240_000)

  test('sells nothing again for what was spent before the copy', async () => {
    for (const bought of [before.l402!, before.x402!]) {
      const { status, text } = await shop.show(bought)
      if (status === 200) expect(text).toBe(bought.answer)
      else expect([status, text.includes('payment_already_used') || text.includes('expired')]).toEqual([402, true])
    }
  })

  test('does not know what was paid over Lightning after the copy, as the page says', async () => {
    const sales = () => linesIn(join(place('new'), 'ledger')).filter(({ rail }) => rail === 'l402').length
    const sold = sales()
    expect((await shop.show(after.l402!)).status).toBe(200)
    await until('it is booked as another sale', () => sales() > sold)
  })

  test('decides no outcome twice: both are what they were, byte for byte', async () => {
    expect(signed(await attested(stack, events.before))).toBe(before.attested!)
    expect(signed(await attested(stack, events.after))).toBe(after.attested!)
  })

  test('signs what is open when an operator has confirmed it, and not before', async () => {
    const waiting = await dlc('check', place('new'))
    expect(waiting.out).toContain(events.open)
    await shop.fall(0.1)
    await until('the price is below the strike', async () => {
      const { price } = JSON.parse((await shop.buy('authorization')).answer) as { price: string }
      return Number(price) < 15_000
    })
    expect(await attestation(stack, events.open)).toBeNull()
    expect(await dlc('resume', place('new'))).toMatchObject({ status: 0 })
    await attested(stack, events.open)
  }, 240_000)

  test('sells with the keys of before, and its books go on behind the lines of the copy', async () => {
    const key = (bought: BoughtBefore) => (JSON.parse(bought.answer) as { pubkey: string }).pubkey
    expect(key(await shop.buy('authorization'))).toBe(key(before.l402!))
    expect(key(await shop.buy('payment-signature'))).toBe(key(before.x402!))
    const ids = await until('they are booked', () => {
      const found = linesIn(join(place('new'), 'ledger')).map(({ id }) => id)
      return found.length >= booked.length + 3 && found
    })
    expect(ids.slice(0, booked.length)).toEqual([...booked])
    expect(new Set(ids).size).toBe(ids.length)
  }, 120_000)
})
