import { Refused, TooDear, Unsettled } from '../../client/src/errors.ts'
import { type Asked, type Bought, createClaros, keyAccount, l402, type Receipt, x402 } from '../../client/src/main.ts'
import { sandboxWallet } from '../../src/demo/buyers.ts'
import type { Random } from '../../src/ports.ts'
import type { Tally } from './tally.ts'

/** Buyers with play money, who buy with the client package: it pays, verifies every answer without a network, and goes on
 * with a payment whose answer is lost. */

export interface Shops {
  readonly baseUrl: string
  readonly sandboxUrl: string
}

export interface BuyersOptions extends Shops {
  readonly tally: Tally
  readonly random: Random
  seconds(): number
}

/** A purchase that is not over: its money may have moved. */
interface Open {
  readonly receipt: Receipt
  readonly family: string
  readonly resume: (receipt: Receipt) => Promise<Bought>
  /** What was answered last. */
  readonly because: string
}

const ACCOUNTS = 24
const FUNDS = '1000000000000'
const MAX = { usd: '10', sats: 20_000 } as const
/**
 * Where buyers ask from. A server remembers many of them, so it would grow for a day with each new one: here all have come in
 * the first minutes.
 */
const ADDRESSES = 4_096
/** Sixteen in each of 256 networks. */
const addressOf = (nth: number): string => `93.${nth % 256}.${(nth * 97 + (nth >> 8)) % 256}.7`
/** One in so many buyers shows its payment again. */
const REPEATS = 20

const hex = (random: Random): string => random.bytes(32).toHex()

const fund = async ({ sandboxUrl }: Shops, address: string): Promise<void> => {
  const response = await fetch(`${sandboxUrl}/chain/fund`, {
    method: 'POST',
    body: JSON.stringify({ address, amount: FUNDS }),
  })
  if (!response.ok) throw new Error(`a buyer was not funded: status ${response.status}`)
}

/** A paid request as it was sent, to be sent again. */
interface Shown {
  readonly url: string
  readonly init: RequestInit
}

const PAID = ['authorization', 'payment-signature'] as const

/** Sends what the client sends, from one address, and hears how long each paid request takes. */
const sender = (from: string, { tally, seconds }: BuyersOptions) => {
  let shown: Shown | null = null
  const send = async (url: string, given: RequestInit): Promise<Response> => {
    const headers = new Headers(given.headers)
    headers.set('x-forwarded-for', from)
    const init = { ...given, headers }
    const isPaid = PAID.some((name) => headers.has(name))
    const [at, sentAt] = [seconds(), performance.now()]
    try {
      const response = await fetch(url, init)
      if (isPaid && response.status === 200) {
        tally.read(at, performance.now() - sentAt)
        const { signal: _, ...rest } = init
        shown = { url, init: rest }
      }
      if (response.status >= 500) tally.notice(`status ${response.status}`)
      if (response.status === 500) tally.fault(`status 500 at ${new URL(url).pathname}`)
      return response
    } catch (problem) {
      tally.notice('lost')
      throw problem
    }
  }
  return { send, lastShown: () => shown }
}

type Members = Readonly<Record<string, unknown>>

const SECRETS = ['manageToken', 'webhookSecret'] as const

/** Whether this tells of the same event, and of no secret. */
export const isBareOf = (text: string, body: string): boolean => {
  const [bare, whole] = [JSON.parse(text) as Members, JSON.parse(body) as Members]
  const isSame = whole['eventid'] !== undefined && ['eventid', 'serialized'].every((name) => bare[name] === whole[name])
  return isSame && SECRETS.every((name) => !(name in bare))
}

export type Buyers = Awaited<ReturnType<typeof openBuyers>>

export const openBuyers = async (options: BuyersOptions) => {
  const { tally, random, baseUrl } = options
  const accounts = Array.from({ length: ACCOUNTS }, () => keyAccount(hex(random)))
  for (const { address } of accounts) await fund(options, address)
  const pay = sandboxWallet(options.sandboxUrl)
  const open: Open[] = []

  /** The same payment once more: the same answer, the event without its secrets, or nothing. */
  const repeat = async ({ url, init }: Shown, body: string): Promise<void> => {
    const response = await fetch(url, init).catch(() => null)
    if (response === null) return tally.repeat('lost')
    const text = await response.text()
    if (response.status !== 200) return tally.repeat(`refused with ${response.status}`)
    if (text === body) return tally.repeat('the same answer')
    // A transfer is public on the chain: who shows one is told of the event, and not what its owner alone may know.
    if (isBareOf(text, body)) return tally.repeat('the event without its secrets')
    tally.fault(`a payment was served twice at ${new URL(url).pathname}`)
  }

  const entered = ({ answer, paid }: Bought, family: string): void => {
    if (paid === null) return tally.fault(`an answer of ${family} was given away`)
    tally.sale(paid.rail, family, answer['canonical'])
  }

  /** What an error of the client says of the money. @returns the purchase if it is not over */
  const failed = (problem: unknown, family: string, resume: Open['resume']): Open | null => {
    if (problem instanceof Unsettled) {
      const because = `${family} over ${problem.receipt.payment.rail}: ${problem.message}`
      return { receipt: problem.receipt, family, resume, because }
    }
    if (problem instanceof Refused || problem instanceof TooDear)
      tally.refusal(problem instanceof Refused ? problem.code : 'too_dear')
    else tally.fault(`${family}: ${String(problem)}`)
    return null
  }

  return {
    /** @returns what was bought; `null` if nothing was, or if that is not known yet */
    async buy(family: string, path: string, asked: Asked = {}): Promise<Bought | null> {
      const from = addressOf(random.integer(0, ADDRESSES - 1))
      const { send, lastShown } = sender(from, options)
      const isDollars = random.integer(0, 1) === 0
      const account = accounts[random.integer(0, ACCOUNTS - 1)]!
      const claros = createClaros(baseUrl, {
        pay: [isDollars ? x402({ account, maxUsd: MAX.usd }) : l402({ payInvoice: pay, maxSats: MAX.sats })],
        fetch: send,
      })
      try {
        const bought = await claros.buyAt(path, asked)
        entered(bought, family)
        const shown = lastShown()
        if (shown !== null && random.integer(1, REPEATS) === 1) await repeat(shown, bought.body)
        return bought
      } catch (problem) {
        const left = failed(problem, family, claros.resume)
        if (left !== null) open.push(left)
        return null
      }
    },

    /** Goes on with every purchase that is not over. @returns what those were answered that still are not */
    async resume(): Promise<readonly string[]> {
      await Promise.all(
        open.splice(0).map(async (each) => {
          try {
            entered(await each.resume(each.receipt), each.family)
          } catch (problem) {
            const left = failed(problem, each.family, each.resume)
            if (left !== null) open.push(left)
          }
        }),
      )
      return open.map(({ because }) => because)
    },
  }
}
