import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyAnswer } from '../src/canonical/verify.ts'
import type { Json } from '../src/canonical/jcs.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerL402, buyerV2, sandboxWallet } from '../src/demo/buyers.ts'
import { simulatedPrice } from '../src/demo/promises.ts'
import { type DemoStack, startDemoStack, waitFor } from '../src/launch/demo-stack.ts'
import { FOLDER_FILES } from '../src/launch/folder-use.ts'
import { systemRandom } from '../src/system/random.ts'
import { linesIn } from '../test/support/actors/bookkeeper/book-rounds.ts'
import { PAYER, PAYER_KEY } from '../test/support/payer.ts'
import { keptLog } from '../test/support/still.ts'
import { until } from '../test/support/until.ts'

/**
 * A whole service is lost after its backup, and comes back in another folder, by the commands of docs/restore.md as they
 * stand there. What a signer, a guard and a Redis do that contradict each other is shown in `test/actors/dlc`.
 */

const ROOT = join(import.meta.dir, '..')
const BTC = '/oracle/price/btc/usd'

/** The tested blocks of the page, in their order: taking a copy, and putting it back. */
const blocks = [
  ...readFileSync(join(ROOT, 'docs/restore.md'), 'utf8').matchAll(
    /<!-- tested by chaos\/restore\.test\.ts -->\n\n```sh\n(.*?)```/gs,
  ),
].map(([, block]) => block!)

const root = mkdtempSync(join(tmpdir(), 'claros-backup-'))
chmodSync(root, 0o711)
const place = (name: string): string => join(root, name)

/** Runs commands of the page; `npx claros` is the program of this checkout. */
const run = async (script: string, env: Readonly<Record<string, string>>) => {
  const child = Bun.spawn(['sh', '-ec', `npx() { shift; node "${ROOT}/bin/claros.mjs" "$@"; }\n${script}`], {
    env: { PATH: process.env.PATH ?? '', HOME: root, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}
const dlc = (command: string, folder: string) => run(`npx claros dlc ${command} --data "${folder}"`, {})

const start = async (folder: string): Promise<DemoStack> => {
  const stack = await startDemoStack({
    folder,
    port: 0,
    random: systemRandom,
    log: keptLog(),
    logLevel: 'silent',
    onHopeless: (name) => {
      throw new Error(`${name} did not start`)
    },
  })
  const bothRails = ({ headers }: Response) => headers.has('www-authenticate') && headers.has('payment-required')
  if (!(await waitFor(stack.baseUrl + BTC, 110_000, bothRails))) throw new Error('nothing is for sale')
  return stack
}

/** A payment, and what it bought. */
interface Bought {
  readonly header: string
  readonly value: string
  readonly answer: string
}

const shopping = (stack: DemoStack) => {
  const seen = { value: '' }
  const watching =
    (header: string) =>
    async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const request = input instanceof Request ? new Request(input, init) : new Request(String(input), init)
      seen.value = request.headers.get(header) ?? seen.value
      return fetch(request)
    }
  /** A busy machine may be late with something; 503 charges nothing. */
  const patient = (ask: () => Promise<Response>): Promise<Response> =>
    until('it is sold', async () => {
      const response = await ask()
      return response.status !== 503 && response
    })
  const told = async (response: Response): Promise<string> => {
    const text = await response.text()
    expect({ status: response.status, text }).toMatchObject({ status: 200 })
    return text
  }
  const pays = {
    authorization: buyerL402(sandboxWallet(stack.sandboxUrl), watching('authorization')),
    'payment-signature': buyerV2(PAYER_KEY, '$10', watching('payment-signature')),
  }
  return {
    fund: () =>
      fetch(`${stack.sandboxUrl}/chain/fund`, {
        method: 'POST',
        body: JSON.stringify({ address: PAYER.address, amount: '1000000000' }),
      }),
    buy: async (header: keyof typeof pays): Promise<Bought> => {
      const answer = await told(await patient(() => pays[header](stack.baseUrl + BTC)))
      expect(verifyAnswer(JSON.parse(answer) as Record<string, Json>, { layouts: LAYOUTS }).ok).toBe(true)
      return { header, value: seen.value, answer }
    },
    /** A contract that is breached when the price falls below so much of what it is. */
    contract: async (part: number): Promise<string> => {
      const strike = Math.round((await simulatedPrice(stack)) * part)
      const body = JSON.stringify({ pair: 'BTCUSD', strike, direction: 'below' })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const text = await told(
        await patient(() => pays['payment-signature'](`${stack.baseUrl}/dlc/oracle/threshold`, init)),
      )
      return (JSON.parse(text) as { eventid: string }).eventid
    },
    fall: (factor: number) =>
      fetch(`${stack.sandboxUrl}/world`, { method: 'POST', body: JSON.stringify({ shock: { 'spot.BTC': factor } }) }),
    show: async ({ header, value }: Bought) => {
      const response = await fetch(stack.baseUrl + BTC, { headers: { [header]: value } })
      return { status: response.status, text: await response.text() }
    },
  }
}

const attestation = async (stack: DemoStack, id: string): Promise<string | null> => {
  const response = await fetch(`${stack.baseUrl}/dlc/oracle/attestations/${id}`)
  const text = await response.text()
  return response.status === 200 ? text : null
}
const attested = (stack: DemoStack, id: string) => until('it is attested', () => attestation(stack, id))
/** What wallets keep of it: the rest of the answer tells when it was asked. */
const signed = (text: string): string => (JSON.parse(text) as { serialized: string }).serialized

let stack: DemoStack
let shop: ReturnType<typeof shopping>
const before: { l402?: Bought; x402?: Bought; attested?: string } = {}
const after: { l402?: Bought; attested?: string } = {}
const events = { before: '', open: '', after: '' }
let booked: readonly string[] = []

beforeAll(async () => {
  stack = await start(place('data'))
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
  const copied = await run(blocks[0]!, { DATA: place('data'), BACKUP: place('backup') })
  expect(copied).toMatchObject({ status: 0, errors: '' })
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
  run(blocks[1]!, { DATA: place(name), BACKUP: place('backup'), KEYS: place('offline') })

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
    stack = await start(place('new'))
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
    const key = (bought: Bought) => (JSON.parse(bought.answer) as { pubkey: string }).pubkey
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
