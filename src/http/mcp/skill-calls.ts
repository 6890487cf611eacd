import { problemResult, resultOf } from './result.ts'
import { itemRequest } from './item-request.ts'
import { paymentHeaders } from './payment-headers.ts'
import { descriptionOf, type SkillTool } from './skill-tools.ts'
import type { Tool } from './tool.ts'

/**
 * A tool that sells. It has no `outputSchema`: clients hold a demand for money against it too, and fail.
 *
 * @param docs where problems are explained
 */
export const skillCalls = (tool: SkillTool, docs: string): Tool => ({
  definition: {
    name: tool.name,
    description: descriptionOf(tool),
    inputSchema: tool.inputSchema,
    ...(tool.isRead && { annotations: { readOnlyHint: true } }),
  },
  call: async (args, { meta, ask }) => {
    const request = itemRequest(tool, args)
    if ('code' in request) return problemResult(request, docs)
    const paying = paymentHeaders(meta)
    if (paying.kind === 'problem') return problemResult(paying, docs)
    return resultOf(await ask({ ...request, headers: { ...request.headers, ...paying.headers } }))
  },
})
