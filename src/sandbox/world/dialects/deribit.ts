import { type Dialect, failed } from '../dialect.ts'
import { deribitPerpetuals } from './perpetuals/deribit-perpetuals.ts'

/** Deribit, JSON-RPC over GET: errors have status 400. https://docs.deribit.com */
export const deribit: Dialect = {
  provider: 'deribit',
  hosts: ['www.deribit.com'],
  answer: (asked, view) =>
    deribitPerpetuals(asked, view) ??
    failed(400, {
      jsonrpc: '2.0',
      error: { message: 'Invalid params', data: { reason: 'wrong format', param: 'instrument_name' }, code: -32_602 },
      testnet: false,
    }),
}
