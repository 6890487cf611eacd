import { Type } from '@sinclair/typebox'
import { secret, text, url } from './setting-kinds.ts'

/** The Lightning node that makes invoices and says which of them were paid. */
export const lightningNode = {
  LIGHTNING: Type.Optional(
    Type.Union([Type.Literal('lnd'), Type.Literal('cln'), Type.Literal('phoenixd'), Type.Literal('lnbits')], {
      description:
        'Kind of Lightning node: lnd (REST), cln (clnrest), phoenixd or lnbits; without it the L402 rail is not offered',
    }),
  ),
  LIGHTNING_URL: Type.Optional(url('Address of that node')),
  LIGHTNING_SECRET: Type.Optional(
    secret(
      'What lets us make invoices there and nothing else: invoice macaroon in hex, rune, limited-access password or invoice key',
    ),
  ),
  LIGHTNING_TLS_CERT: Type.Optional(text('Path of the certificate of a node that signed its own (`tls.cert`)')),
}
