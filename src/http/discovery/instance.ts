import { type Rail, RAILS } from '../../canonical/snapshot.ts'

/** What discovery documents say about this instance, besides its routes. */
export interface Instance {
  readonly name: string
  readonly version: string
  readonly publicUrl: string
  readonly mode: 'live' | 'demo'
  readonly rails: readonly Rail[]
}

/** The rails that are configured, in the order in which they are offered. */
export const offeredRails = (rails: Readonly<Record<Rail, unknown>>): readonly Rail[] =>
  RAILS.filter((rail) => rails[rail] !== null)

/** Where agents call tools by the Model Context Protocol, and the card that says so. */
export const MCP_PATH = '/mcp'
export const SERVER_CARD_PATH = `${MCP_PATH}/server-card`

export const NAME = 'Claros'

export const DESCRIPTION =
  'A pay-per-query oracle. Each paid request returns one signed answer: a canonical string, a signature over its ' +
  'SHA-256 and the public key. No accounts, no API keys: payment is the authentication, over Lightning (L402) or in ' +
  'USDC on Base (x402). Indices and prices are measurements, never forecasts.'
