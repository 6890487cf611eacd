import { Type } from '@sinclair/typebox'
import type { Clock } from '../../ports.ts'
import { RECEIPT_WORD } from '../paywall/receipt-id.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { problem } from '../wire/problem.ts'
import { freeCopy, freePaths, freeRead, type RouteFinder, routeFinder } from './free-reads.ts'
import { ANY_OBJECT, type FreeAct, freeTool, reads } from './free-tool.ts'
import { toolInFull, toolsInShort } from './listing.ts'
import type { SkillTool } from './skill-tools.ts'
import type { Tool } from './tool.ts'
import { verifyTool } from './verify-tool.ts'

/** The tools that cost nothing. Reading of events, ports and lists is folded into the first: a list of tools is short. */

export interface FreeToolParts {
  readonly endpoints: readonly Endpoint[]
  readonly sold: readonly SkillTool[]
  readonly docs: string
  readonly clock: Clock
}

const { title: _name, ...RECEIPT_ID } = RECEIPT_WORD

const refused = (name: string, rule: string, message: string) =>
  problem('invalid_request', 'The arguments break rules.', {
    details: [{ path: `arguments.${name}`, rule, message }],
  })

const oneTool = ({ sold, endpoints, clock }: FreeToolParts, name: string): FreeAct => {
  const tool = sold.find((each) => each.name === name)
  return tool
    ? { kind: 'says', body: toolInFull(tool, endpoints, Math.floor(clock.now() / 1000)) }
    : refused('tool', 'one_of', `one of ${sold.map((each) => each.name).join(', ')}`)
}

const listTool = (parts: FreeToolParts, route: RouteFinder): Tool =>
  freeTool(
    {
      name: 'claros_list',
      description:
        'All that is sold. tool: its items, prices, arguments. path: a catalogue, DLC event, attestation or port list.',
      input: Type.Object({
        tool: Type.Optional(Type.String()),
        path: Type.Optional(Type.String({ description: '/dlc/oracle/announcements' })),
      }),
      act: ({ tool, path }) => {
        if (tool !== undefined && path !== undefined) return refused('path', 'alone', 'tool or path, not both')
        if (path !== undefined) return freeRead(route, path)
        if (tool !== undefined) return oneTool(parts, tool)
        return { kind: 'says', body: toolsInShort(parts.sold, freePaths(parts.endpoints)) }
      },
    },
    parts.docs,
  )

const previewTool = ({ docs }: FreeToolParts, route: RouteFinder): Tool =>
  freeTool(
    {
      name: 'claros_preview',
      description: 'Unsigned, delayed copy of a sold path. body: tries a DLC event, or asks an insurance quote.',
      input: Type.Object({
        path: Type.String({ description: '/oracle/price/btc/usd' }),
        body: Type.Optional(ANY_OBJECT),
      }),
      act: ({ path, body }) => freeCopy(route, path, body),
    },
    docs,
  )

const healthTool = ({ docs }: FreeToolParts): Tool =>
  freeTool(
    {
      name: 'claros_health',
      description: 'What can be bought now, and which rails are open.',
      input: Type.Object({}),
      act: () => reads('/health'),
    },
    docs,
  )

const receiptTool = ({ docs }: FreeToolParts): Tool =>
  freeTool(
    {
      name: 'claros_receipt',
      description: 'What became of a payment, and its answer again.',
      input: Type.Object({ id: RECEIPT_ID }),
      act: ({ id }) => reads(`/receipts/${id}`),
    },
    docs,
  )

export const freeTools = (parts: FreeToolParts): readonly Tool[] => {
  const route = routeFinder(parts.endpoints)
  return [
    listTool(parts, route),
    previewTool(parts, route),
    healthTool(parts),
    receiptTool(parts),
    verifyTool(parts.clock, parts.docs),
  ]
}
