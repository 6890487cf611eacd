import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../canonical/jcs.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'
import type { InputSchema } from './input-schema.ts'
import { ownResult, problemResult, resultOf } from './result.ts'
import type { Arguments, Caller, Tool, ToolRequest } from './tool.ts'

/** A tool that costs nothing: it asks the app for a free path, or answers by itself. */
export interface FreeToolDraft<T extends TObject> {
  readonly name: string
  readonly description: string
  readonly input: T
  act(args: Static<T>, caller: Pick<Caller, 'address'>): FreeAct
}

export type FreeAct = ToolRequest | Problem | { readonly kind: 'says'; readonly body: Record<string, Json> }

/** An argument that is an object, whatever is in it. */
export const ANY_OBJECT = Type.Object({})

/** A request for a free path. */
export const reads = (target: string): ToolRequest => ({ method: 'GET', target, headers: {} })

const brokenBy = (input: TObject, args: Arguments): readonly BrokenRule[] => {
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(input.properties, name))
  const first = new Map<string, BrokenRule>()
  for (const { path, message } of Value.Errors({ ...input, additionalProperties: true }, args)) {
    const name = path.split('/')[1] ?? ''
    const schema = input.properties[name]
    if (schema && !first.has(name))
      first.set(name, { path: `arguments.${name}`, rule: 'invalid_value', message: schema.description ?? message })
  }
  return [
    ...first.values(),
    ...unknown.map((name) => ({
      path: `arguments.${name}`,
      rule: 'unknown_argument',
      message: `not an argument of this tool; there are: ${Object.keys(input.properties).join(', ') || 'none'}`,
    })),
  ]
}

const resultFor = async (act: FreeAct, docs: string, { ask }: Caller) => {
  if (!('kind' in act)) return resultOf(await ask(act))
  return act.kind === 'says' ? ownResult(act.body) : problemResult(act, docs)
}

export const freeTool = <T extends TObject>(
  { name, description, input, act }: FreeToolDraft<T>,
  docs: string,
): Tool => ({
  definition: {
    name,
    description: `${description} Free.`,
    // TypeBox keeps its own data under symbols. Without these a schema is plain JSON Schema.
    inputSchema: JSON.parse(JSON.stringify({ ...input, additionalProperties: false })) as InputSchema,
    annotations: { readOnlyHint: true },
  },
  call: async (args, caller) => {
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
    const broken = brokenBy(input, given)
    if (broken.length > 0)
      return problemResult(problem('invalid_request', 'The arguments break rules.', { details: broken }), docs)
    return resultFor(act(given as Static<T>, caller), docs, caller)
  },
})
