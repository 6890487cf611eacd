import { expect } from 'bun:test'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { buyerL402, buyerV2, sandboxWallet } from '../../src/demo/buyers.ts'
import { simulatedPrice } from '../../src/demo/promises.ts'
import { type DemoStack, startDemoStack, waitFor } from '../../src/launch/demo-stack.ts'
import { systemRandom } from '../../src/system/random.ts'
import { PAYER, PAYER_KEY } from './payer.ts'
import { keptLog } from './still.ts'
import { until } from './until.ts'

/** A service that ends and is started again, and its customers, who keep what they have bought. */

const BTC = '/oracle/price/btc/usd'

/** @param env more settings, for each process that reads them */
export const startAgain = async (folder: string, env: Readonly<Record<string, string>> = {}): Promise<DemoStack> => {
  const stack = await startDemoStack({
    folder,
    env,
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
export interface BoughtBefore {
  readonly header: string
  readonly value: string
  readonly answer: string
}

export const shopping = (stack: DemoStack) => {
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
    buy: async (header: keyof typeof pays): Promise<BoughtBefore> => {
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
    show: async ({ header, value }: BoughtBefore) => {
      const response = await fetch(stack.baseUrl + BTC, { headers: { [header]: value } })
      return { status: response.status, text: await response.text() }
    },
  }
}

export const attestation = async (stack: DemoStack, id: string): Promise<string | null> => {
  const response = await fetch(`${stack.baseUrl}/dlc/oracle/attestations/${id}`)
  const text = await response.text()
  return response.status === 200 ? text : null
}
export const attested = (stack: DemoStack, id: string) => until('it is attested', () => attestation(stack, id))
/** What wallets keep of it: the rest of the answer tells when it was asked. */
export const signed = (text: string): string => (JSON.parse(text) as { serialized: string }).serialized
