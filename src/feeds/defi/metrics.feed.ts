import { LENDING_MARKETS, type Protocol } from '../../sources/lending/lending-markets.ts'
import { defineFeed } from '../feed.ts'
import { keyOfWord, type Subject } from '../subject.ts'
import { EXAMPLE_TICK_MS } from '../venue-parts.ts'
import { priceActors } from './asset-price.ts'
import { concludeMetrics, concludeProtocol } from './conclude-defi.ts'
import { exampleOfMarkets } from './defi-example.ts'
import { DEFI_RULES } from './defi-rules.ts'
import {
  METRICS_SALE,
  MetricsAnswer,
  metricsAnswer,
  PROTOCOL_SALE,
  ProtocolAnswer,
  protocolAnswer,
  SOLD_PROTOCOLS,
} from './metrics-answers.ts'
import { boardsOfMarket } from './witnesses.ts'

const COMMON = { family: 'defi', layer: 'Oracle Data', methodology: DEFI_RULES, everySeconds: 300 } as const

export const metrics = defineFeed({
  ...COMMON,
  id: 'defi/metrics',
  summary: 'What lending protocols hold on each chain, what they pay on the average, and how much of it is lent out',
  noun: 'sizes of protocols',
  subjects: [{ key: 'EVERY', domain: 'EVERY', name: 'DeFi', path: {} }],
  answer: MetricsAnswer,
  example: metricsAnswer(exampleOfMarkets(), EXAMPLE_TICK_MS),
  boards: () => [...new Set(LENDING_MARKETS.flatMap(boardsOfMarket))],
  after: () => priceActors(LENDING_MARKETS.map(({ asset }) => asset)),
  conclude: (_every, context) => concludeMetrics(context),
  sale: METRICS_SALE,
})

const PROTOCOL_OF: ReadonlyMap<string, Protocol> = new Map(SOLD_PROTOCOLS.map((each) => [keyOfWord(each), each]))
const protocolOf = ({ key }: Subject): Protocol => PROTOCOL_OF.get(key)!

const ownMarkets = (subject: Subject) => LENDING_MARKETS.filter(({ protocol }) => protocol === protocolOf(subject))

export const protocolMetrics = defineFeed({
  ...COMMON,
  id: 'defi/protocol',
  summary: 'What one lending protocol holds, asset by asset',
  noun: 'sizes',
  subjects: SOLD_PROTOCOLS.map((protocol) => ({
    key: keyOfWord(protocol),
    domain: protocol,
    name: protocol,
    path: { protocol },
  })),
  answer: ProtocolAnswer,
  exampleOf: (subject) => protocolAnswer(protocolOf(subject), exampleOfMarkets(ownMarkets(subject)), EXAMPLE_TICK_MS),
  boards: (subject) => [...new Set(ownMarkets(subject).flatMap(boardsOfMarket))],
  after: (subject) => priceActors(ownMarkets(subject).map(({ asset }) => asset)),
  conclude: (subject, context) => concludeProtocol(protocolOf(subject), context),
  sale: PROTOCOL_SALE,
})
