import { GUARD_NAMES } from '../rails/guards.ts'
import { GUARD_PARAMETERS } from '../wire/guard-parameters.ts'
import { META } from '../wire/mcp-meta.ts'

/** How a tool is paid. Clients give it to the model; `/llms.txt` prints it too. */
export const MCP_LINES: readonly string[] = [
  'A tool that sells answers an unpaid call with isError and the offer: `structuredContent` is PaymentRequired of x402 v2,',
  `and _meta["${META.challenge}"] is {macaroon, invoice, sats} of Lightning. Pay one of them, and make the same call with`,
  '',
  `- _meta["${META.payment}"]: the x402 payment as an object (version 1 or 2), or`,
  `- _meta["${META.authorization}"]: "L402 <macaroon>:<preimage>".`,
  '',
  `The answer is the text, byte for byte what HTTP sends; _meta["${META.settled}"] tells of the settlement, and`,
  `_meta["${META.receipt}"] names the receipt. A refused payment is a new offer whose \`error\` says why, with`,
  `_meta["${META.problem}"]. Every other problem is its document as text, with isError, and nothing was charged. To fetch`,
  `an answer again, make the same call with the same payment and _meta["${META.receipt}"], or _meta["${META.proof}"] signed`,
  `over _meta["${META.request}"].`,
  '',
  ...GUARD_NAMES.map((name) => `${name}: ${GUARD_PARAMETERS[name].description ?? ''}.`),
]
