import { DESCRIPTION, type Instance, MCP_PATH } from './instance.ts'

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'

/** Where the form of the card is described (SEP-2127). */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

/** Names of servers begin with the host, its parts in reverse order: `example.oracle/claros`. */
const serverName = ({ name, publicUrl }: Instance): string =>
  `${new URL(publicUrl).hostname.split('.').toReversed().join('.')}/${name.toLowerCase()}`

/** Descriptions of cards are at most 100 characters long. */
const shortDescription = (): string => DESCRIPTION.slice(0, DESCRIPTION.indexOf(':'))

/** `/mcp/server-card`: where the server of tools is. What it offers, it says itself. */
export const serverCard = (instance: Instance) => ({
  $schema: SCHEMA,
  name: serverName(instance),
  title: instance.name,
  description: shortDescription(),
  version: instance.version,
  remotes: [{ type: 'streamable-http', url: instance.publicUrl + MCP_PATH }],
})
