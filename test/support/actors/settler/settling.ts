import type { ClaimSettler, SettlerSettings } from '../../../../src/actors/settler/settle.ts'
import { createSettler } from '../../../../src/actors/settler/settle.ts'
import { type Chain, openChain } from '../../../../src/chain/chain.ts'
import type { SettlingAccount } from '../../../../src/chain/transfer.ts'
import type { Transfer } from '../../../../src/payments/transfer.ts'
import { USDC } from '../../../../src/payments/usdc.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { CENT, gasAccount, nameOf, type Payer, payer } from '../../chain/chain-payer.ts'
import { type Anvil, type AnvilOptions, startAnvil } from '../../anvil.ts'
import { type KeptBook, keptBook } from '../../settlement-book.ts'
import { keptLog } from '../../still.ts'

/** A chain, an account with gas, a book of claims, and settlers on top of them. */
export interface SettlingSetup {
  readonly anvil: Anvil
  readonly chain: Chain
  readonly key: SettlingAccount
  readonly book: KeptBook
  readonly log: ReturnType<typeof keptLog>
  /** A settler as in a process, with its own transaction numbers and running settlements. */
  settler(overrides?: Partial<SettlerSettings>): ClaimSettler
  /** A buyer with this much, in millionths of a dollar. */
  buyer(funds?: number): Promise<Payer>
  /** Makes a claim that is `sent`; returns its id. */
  claim(transfer: Transfer): string
  /** A third party submits these in one transaction, which is mined. Returns its hash. */
  submit(...transfers: readonly Transfer[]): Promise<string>
  stop(): Promise<void>
}

let buyers = 100

export const openSettlingSetup = async (options?: AnvilOptions): Promise<SettlingSetup> => {
  const anvil = await startAnvil(options)
  const chain = await openChain({ rpcUrl: anvil.url, token: USDC.base, timeoutMs: 60_000, clock: systemClock })
  const [key, stranger] = [gasAccount(1), gasAccount(2)]
  await anvil.fundEth(key.address, 10)
  await anvil.fundEth(stranger.address, 10)
  const book = keptBook()
  const log = keptLog()
  return {
    anvil,
    chain,
    key,
    book,
    log,
    settler: (overrides = {}) =>
      createSettler({
        chain,
        key,
        claims: book,
        clock: systemClock,
        log,
        batch: null,
        patienceMs: 5_000,
        ...overrides,
      }),
    buyer: async (funds = CENT) => {
      const made = payer(buyers++)
      await anvil.fundUsdc(made.address, funds)
      return made
    },
    claim: (transfer) => {
      const name = nameOf(transfer)
      book.place(name, transfer)
      return name
    },
    submit: async (...transfers) => {
      const count = (await chain.count(stranger.address, 'pending'))!
      const signed = (await chain.sign(stranger, transfers, count))!
      await chain.broadcast(signed.raw)
      await chain.waitForReceipt(signed.hash, Date.now() + 60_000)
      return signed.hash
    },
    stop: () => anvil.stop(),
  }
}

/** A chain with some functions replaced, for cases that cannot be caused from outside. */
export const changed = (chain: Chain, verbs: Partial<Chain>): Chain => ({ ...chain, ...verbs })

/** Never resolves, as if the process ended here. */
export const never = <T>(): Promise<T> => new Promise(() => {})
