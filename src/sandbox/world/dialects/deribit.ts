import { type Dialect, failed } from '../dialect.ts'
import { instrumentList } from './deribit-instruments.ts'
import { deribitFutures } from './dated/deribit-futures.ts'
import { optionSummaries } from './deribit-options.ts'
import { deribitPerpetuals } from './perpetuals/deribit-perpetuals.ts'

const CHAIN = '/api/v2/public/get_book_summary_by_currency'
const LIST = '/api/v2/public/get_instruments'

/** Deribit, JSON-RPC over GET: errors have status 400. https://docs.deribit.com */
export const deribit: Dialect = {
  provider: 'deribit',
  hosts: ['www.deribit.com'],
  serves:
    'ticker and paid rates of the perpetuals, by the hour; get_book_summary_by_currency of options and futures; get_instruments of both',
  answer(asked, view) {
    if (asked.path === CHAIN && asked.query.get('kind') === 'option') return optionSummaries(asked.query, view)
    const list = asked.path === LIST ? instrumentList(asked.query, view) : null
    return (
      list ??
      deribitPerpetuals(asked, view) ??
      deribitFutures(asked, view) ??
      failed(400, {
        jsonrpc: '2.0',
        error: { message: 'Invalid params', data: { reason: 'wrong format', param: 'instrument_name' }, code: -32_602 },
        testnet: false,
      })
    )
  },
}
