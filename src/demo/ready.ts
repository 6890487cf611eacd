import { waitFor } from '../launch/demo-stack.ts'
import { TourFailed } from './stop.ts'

export interface Readiness {
  readonly limitMs: number
  /** The name of a process that refused to start, or an empty text. */
  hopeless(): string
  say(line: string): void
}

/** An offer on both rails. The x402 rail is offered only once a price shows that USDC is worth a dollar. */
const offersBoth = ({ status, headers }: Response): boolean =>
  status === 402 && headers.has('www-authenticate') && headers.has('payment-required')

/**
 * Waits until a purchase can succeed. A preview does not show that: an old preview is still shown, but an old price is
 * not sold.
 */
export const waitUntilReady = async (baseUrl: string, { limitMs, hopeless, say }: Readiness): Promise<void> => {
  const until = async (path: string, what: string, wanted?: (response: Response) => boolean) => {
    const deadline = Date.now() + limitMs
    // Another program may answer on our port. So a refusal of our own server is looked for before each answer.
    while (hopeless() || !(await waitFor(baseUrl + path, Math.min(1_000, limitMs), wanted))) {
      if (hopeless()) throw new TourFailed(`${hopeless()} did not start; its message stands above`)
      if (Date.now() >= deadline) throw new TourFailed(`${what} within ${limitMs / 1000} s`)
    }
  }
  await until('/health', 'the server did not answer')
  say('Waiting for the first prices …')
  await until('/oracle/price/btc/usd/preview', 'there was no price')
  await until('/oracle/price/usdc/usd/preview', 'there was no price of USDC')
  await until('/dlc/oracle/pubkey', 'there was no signer of the DLC oracle')
  await until('/oracle/price/btc/usd', 'the price was not for sale on both rails', offersBoth)
}
