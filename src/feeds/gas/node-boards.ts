import type { Query } from '../../sources/query.ts'
import { type GasSaid, gasPart, gasParts } from '../../sources/rpc/evm-rpc.ts'
import { type GasChain, RPC_HOSTS, type RpcHost } from '../../sources/rpc/rpc-hosts.ts'
import { slotPart, slotParts, type SlotSaid } from '../../sources/rpc/solana-rpc.ts'
import { HOUR_MS, SECOND_MS } from '../../time-units.ts'
import { type Ask, type Board, boardQuestion } from '../board.ts'

/** What one node said last, part by part, and how it likes to be asked. */
export interface NodeState<Said> {
  readonly said: Said
  /** When each part arrived, Unix milliseconds. */
  readonly at: Readonly<Record<string, number>>
  /** When it was last asked in both ways. */
  readonly probedAt: number
  /** When it last answered a batch. */
  readonly batchedAt: number
  /** Whether it answered one when it was last asked in both ways. */
  readonly takesBatches: boolean
}

/** A node and its board. */
export interface NodeBoard<Said> {
  readonly operator: string
  readonly board: Board<NodeState<Said>>
}

const EVERY_SECONDS = 30
/** Whether batches are taken is found out anew so often. */
const PROBE_MS = HOUR_MS
/** A node that says nothing for so long is asked in both ways. */
const SILENT_MS = 90 * SECOND_MS

/** The questions to a node: all parts at once, and one by one. */
interface Questions<Said> {
  readonly batch: Query<Said>
  readonly singles: readonly Query<Said>[]
}

const isProbed = <Said>({ at, probedAt }: NodeState<Said>, now: number): boolean =>
  now - probedAt >= PROBE_MS || now - Math.max(0, ...Object.values(at)) > SILENT_MS

const withSaid = <Said extends object>(said: Said, receivedAt: number, state: NodeState<Said>): NodeState<Said> => ({
  ...state,
  said: { ...state.said, ...said },
  at: { ...state.at, ...Object.fromEntries(Object.keys(said).map((part) => [part, receivedAt])) },
})

const nodeBoard = <Said extends object>(
  chain: GasChain,
  { operator, source }: RpcHost,
  nothing: Said,
  { batch, singles }: Questions<Said>,
): NodeBoard<Said> => {
  const alone = (queries: readonly Query<Said>[]): readonly Ask<NodeState<Said>>[] =>
    queries.map((query) => boardQuestion(query, withSaid<Said>))
  const together = (query: Query<Said>): Ask<NodeState<Said>> =>
    boardQuestion(query, (said, at, state: NodeState<Said>) => ({ ...withSaid(said, at, state), batchedAt: at }))
  return {
    operator,
    board: {
      id: `rpc/${chain}/${operator}`,
      source,
      everySeconds: EVERY_SECONDS,
      empty: { said: nothing, at: {}, probedAt: 0, batchedAt: 0, takesBatches: false },
      asks: ({ now, state }) => {
        if (isProbed(state, now)) return [together(batch), ...alone(singles)]
        return state.takesBatches ? [together(batch)] : alone(singles)
      },
      settle: (state, previous, now) =>
        isProbed(previous, now)
          ? { ...state, probedAt: now, takesBatches: state.batchedAt !== previous.batchedAt }
          : state,
    },
  }
}

const NO_GAS: GasSaid = {}
const NO_SLOT: SlotSaid = {}

/** Of a chain that is not asked for in each poll, the last word would stand while the node serves another. */
const EVM_PARTS = ['chainId', 'gasPrice', 'head'] as const
const SLOT_PARTS = ['fees', 'slot'] as const

const evmNode = (chain: GasChain, host: RpcHost): NodeBoard<GasSaid> =>
  nodeBoard(chain, host, NO_GAS, {
    batch: gasParts(host, EVM_PARTS),
    singles: EVM_PARTS.map((part) => gasPart(host, part)),
  })

const solanaNode = (host: RpcHost): NodeBoard<SlotSaid> =>
  nodeBoard('solana', host, NO_SLOT, {
    batch: slotParts(host),
    singles: SLOT_PARTS.map((part) => slotPart(host, part)),
  })

/** A chain whose nodes speak as Ethereum's. */
export type EvmChain = Exclude<GasChain, 'solana'>

const evmNodes = (chain: EvmChain) => RPC_HOSTS[chain].map((host) => evmNode(chain, host))

/** The boards of all nodes of each chain, the preferred ones first. */
export const EVM_NODES: Readonly<Record<EvmChain, readonly NodeBoard<GasSaid>[]>> = {
  ethereum: evmNodes('ethereum'),
  base: evmNodes('base'),
  arbitrum: evmNodes('arbitrum'),
  polygon: evmNodes('polygon'),
  optimism: evmNodes('optimism'),
}

export const SOLANA_NODES: readonly NodeBoard<SlotSaid>[] = RPC_HOSTS.solana.map(solanaNode)
