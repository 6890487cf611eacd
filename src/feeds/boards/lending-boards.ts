import { type ReadCall, blockNumber, contractCalls, type ManySaid } from '../../sources/lending/contract-calls.ts'
import { LENDING_MARKETS, type LendingMarket } from '../../sources/lending/lending-markets.ts'
import type { LendingRate } from '../../sources/lending/lending-rate.ts'
import { confirmingCalls, readingCalls, readMarket } from '../../sources/lending/market-readers.ts'
import { agreedWords, callName, NodesDiffer, type SaidWords } from '../../sources/lending/said-words.ts'
import { LENDING_CHAINS, type LendingChain } from '../../sources/lending/tokens.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { RPC_HOSTS, type RpcHost } from '../../sources/rpc/rpc-hosts.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time-units.ts'
import { type Ask, type Board, boardQuestion } from '../board.ts'
import { GAS_TERMS } from '../gas/gas-chains.ts'

/** A rate as two nodes said it alike. */
export interface KeptRate extends LendingRate {
  readonly block: number
  /** When that block was made, Unix milliseconds. */
  readonly at: number
  /** Who runs the two nodes, ASCII-sorted. */
  readonly operators: readonly string[]
}

/** What is known within one poll. */
interface Progress {
  /** The newest block of each of the two nodes. */
  readonly heads: readonly (number | null)[]
  readonly words: SaidWords
  /** What the first node said to the calls that the second is asked now. */
  readonly first: ManySaid | null
  readonly blockAt: number
}

/** The lending markets of one chain. */
export interface LendingState {
  /** By the name of the market. */
  readonly rates: Readonly<Record<string, KeptRate>>
  /** What contracts and tokens say of themselves, and when: asked once an hour. */
  readonly confirmed: { readonly at: number; readonly words: SaidWords } | null
  /** Which two nodes are asked. */
  readonly pair: number
  /** When two nodes last agreed in everything. */
  readonly agreedAt: number
  readonly progress: Progress | null
}

const LENDING_SECONDS = 300
/** Contracts and tokens say again who they are. */
export const CONFIRM_MS = HOUR_MS
/** Two nodes that have not agreed for so long are taken in turns with others. */
const TURN_MS = 450 * SECOND_MS
/** A block further back is not read: its node stands still. */
const OLDEST_BLOCK_MS = 2 * MINUTE_MS
const AHEAD_MS = MINUTE_MS
/** Nodes are not all at the newest block, and the newest may be undone. */
const BLOCKS_BACK = 2

const NOTHING_YET: Progress = { heads: [null, null], words: {}, first: null, blockAt: 0 }

const progressOf = ({ progress }: LendingState): Progress => progress ?? NOTHING_YET

/** The block that both nodes are asked about; `null` until both have said how far they are. */
const blockOf = ({ heads }: Progress): number | null => {
  const [a = null, b = null] = heads
  return a === null || b === null ? null : Math.min(a, b) - BLOCKS_BACK
}

/** What `read` gives, or `null` where it cannot be known yet. */
const ifKnown = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof NodesDiffer || problem instanceof UnreadableReply) return null
    throw problem
  }
}

const lendingBoard = (chain: LendingChain): Board<LendingState> => {
  const hosts = RPC_HOSTS[chain]
  const markets = LENDING_MARKETS.filter((market) => market.chain === chain && market.form !== 'none')
  const confirming = markets.flatMap(confirmingCalls)
  const chainId = String(GAS_TERMS[chain].chainId)

  const pairOf = ({ pair, agreedAt }: LendingState, now: number): number =>
    now - agreedAt <= TURN_MS ? pair : Math.floor(now / (LENDING_SECONDS * SECOND_MS)) % hosts.length

  const isConfirmed = ({ confirmed }: LendingState, now: number): boolean =>
    confirmed !== null && now - confirmed.at < CONFIRM_MS

  const known = (state: LendingState, now: number): SaidWords => ({
    ...(isConfirmed(state, now) && state.confirmed!.words),
    ...progressOf(state).words,
  })

  /** The calls that are still to be made, each once. */
  const wanted = (words: SaidWords): readonly ReadCall[] => {
    const all = [...confirming, ...markets.flatMap((market) => ifKnown(() => readingCalls(market, words)) ?? [])]
    const open = all.filter((call) => words[callName(call)] === undefined)
    return [...new Map(open.map((call) => [callName(call), call])).values()]
  }

  const checked = (said: ManySaid, receivedAt: number): ManySaid => {
    if (said.chainId !== chainId) throw new UnreadableReply(`the node is of chain ${said.chainId}`)
    const age = receivedAt - said.blockAt
    if (age > OLDEST_BLOCK_MS || age < -AHEAD_MS) throw new UnreadableReply(`the block is ${age} ms old`)
    return said
  }

  const step = (pair: readonly RpcHost[], state: LendingState, now: number): Ask<LendingState> | null => {
    const calls = wanted(known(state, now))
    const block = blockOf(progressOf(state))
    if (calls.length === 0 || block === null) return null
    const second: Ask<LendingState> = {
      ...boardQuestion(contractCalls(pair[1]!, block, calls), (told, receivedAt, before: LendingState) => {
        const { first, words, ...rest } = progressOf(before)
        const { said, blockAt } = checked(told, receivedAt)
        if (first!.blockAt !== blockAt) throw new UnreadableReply('two nodes mean different blocks')
        const progress = {
          ...rest,
          blockAt,
          first: null,
          words: { ...words, ...agreedWords(calls, first!.said, said) },
        }
        return { ...before, progress }
      }),
      next: (after) => step(pair, after, now),
    }
    return {
      ...boardQuestion(contractCalls(pair[0]!, block, calls), (told, receivedAt, before: LendingState) => ({
        ...before,
        progress: { ...progressOf(before), first: checked(told, receivedAt) },
      })),
      next: () => second,
    }
  }

  /** The rates after a poll: what was agreed, and of what was not the former. A contract that is not itself any more has none. */
  const settled = (state: LendingState, previous: LendingState, now: number): LendingState => {
    const progress = progressOf(state)
    const words = known(state, now)
    const pair = pairOf(previous, now)
    const [block, operators] = [blockOf(progress), pairAt(pair).map(({ operator }) => operator)]
    const rates: Record<string, KeptRate> = {}
    let [isWhole, isMoved] = [true, false]
    const enter = (market: LendingMarket): void => {
      try {
        const rate = readMarket(market, words)
        rates[market.name] = { ...rate, block: block!, at: progress.blockAt, operators: operators.toSorted() }
      } catch (problem) {
        if (problem instanceof UnreadableReply) isMoved = true
        else if (problem instanceof NodesDiffer) {
          isWhole = false
          const former = state.rates[market.name]
          if (former) rates[market.name] = former
        } else throw problem
      }
    }
    for (const market of markets) enter(market)
    const own = confirming.map((call) => [callName(call), words[callName(call)] ?? null] as const)
    const isKnown = own.every(([, said]) => said !== null)
    const at = isConfirmed(state, now) ? state.confirmed!.at : now
    return {
      rates,
      // What has moved says so at the next poll, and not in an hour.
      confirmed: isKnown && !isMoved ? { at, words: Object.fromEntries(own) } : null,
      pair,
      agreedAt: isWhole ? now : state.agreedAt,
      progress: null,
    }
  }

  const pairAt = (pair: number): readonly RpcHost[] => [hosts[pair]!, hosts[(pair + 1) % hosts.length]!]

  return {
    id: `lending/${chain}`,
    source: hosts[0]!.source,
    besides: hosts.slice(1).map(({ source }) => source),
    everySeconds: LENDING_SECONDS,
    empty: { rates: {}, confirmed: null, pair: 0, agreedAt: 0, progress: null },
    asks: ({ now, state }) => {
      const pair = pairAt(pairOf(state, now))
      return pair.map((host, at): Ask<LendingState> => ({
        ...boardQuestion(blockNumber(host), (head, _receivedAt, before: LendingState) => {
          const progress = progressOf(before)
          return { ...before, progress: { ...progress, heads: progress.heads.with(at, head) } }
        }),
        next: (after) => step(pair, after, now),
      }))
    },
    settle: settled,
  }
}

/** One board per chain. */
export const LENDING_BOARDS: Readonly<Record<LendingChain, Board<LendingState>>> = Object.fromEntries(
  LENDING_CHAINS.map((chain) => [chain, lendingBoard(chain)]),
) as Record<LendingChain, Board<LendingState>>
