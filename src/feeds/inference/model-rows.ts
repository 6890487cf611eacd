import { rounded } from '../../canonical/measure.ts'
import { DAY_MS, inSeconds } from '../../time-units.ts'
import { TOKEN_PRICE_BOARDS } from '../boards/token-price-boards.ts'
import type { TickContext } from '../feed.ts'
import { agreedPrice, type PriceWitness } from './agreed-price.ts'
import { TOKEN_PLACES, type LeftOut, type ModelRow } from './inference-fields.ts'
import { type Model, MODELS } from './models.ts'

/** A list that was read longer ago is no witness. */
const EXPIRE_MS = 30 * DAY_MS

/** What is known of some models at a tick. */
export interface PricedModel {
  readonly rows: readonly ModelRow[]
  readonly leftOut: readonly LeftOut[]
  /** Sources without a young list, and those that are believed in nothing that they say. */
  readonly missing: readonly string[]
}

const ORDER = ['genai', 'litellm', 'openrouter'] as const

/** The table in which a source tells of a model: that of an open model's hosts, or that of all models. */
const tableOf = (name: string): string => (name.includes('@') ? name.split('@')[0]! : '')

interface Heard {
  readonly witnesses: readonly PriceWitness[]
  /** Sources whose young list does not have the model. */
  readonly silent: number
}

const heardOf = ({ ids }: Model, { boards, now }: TickContext): Heard => {
  let silent = 0
  const witnesses = ORDER.flatMap((key): readonly PriceWitness[] => {
    const name = ids[key]
    const board = TOKEN_PRICE_BOARDS[key]
    const table = name === null ? undefined : boards.read(board)?.tables[tableOf(name)]
    if (name === null || !table || now - table.readAt > EXPIRE_MS) return []
    const price = table.prices[name]
    if (price) return [{ ...price, source: board.source.name, readAt: table.readAt }]
    silent++
    return []
  })
  return { witnesses, silent }
}

/** Of so many lists that no longer have it, a model is retired. */
const LEAST_SILENT = 2

const reasonOf = ({ witnesses, silent }: Heard): LeftOut['reason'] =>
  witnesses.length > 1
    ? 'disputed'
    : witnesses.length > 0
      ? 'unsettled'
      : silent >= LEAST_SILENT
        ? 'retired'
        : 'unknown'

const rowOf = (model: Model, heard: Heard, now: number): ModelRow | null => {
  const agreed = agreedPrice(heard.witnesses, now)
  if (!agreed) return null
  const { price, witnesses, against, kind } = agreed
  return {
    provider: model.provider,
    model: model.model,
    tier: model.tier,
    input_usd_per_m_tokens: rounded(Number(price.input), TOKEN_PLACES),
    output_usd_per_m_tokens: rounded(Number(price.output), TOKEN_PLACES),
    context_window: model.context_window,
    sources: witnesses.map(({ source }) => source).toSorted(),
    agreement: kind,
    disputed_by: [...against].toSorted(),
    observed_at: inSeconds(Math.min(...witnesses.map(({ readAt }) => readAt))),
  }
}

const isYoung = (key: (typeof ORDER)[number], { boards, now }: TickContext): boolean =>
  Object.values(boards.read(TOKEN_PRICE_BOARDS[key])?.tables ?? {}).some(({ readAt }) => now - readAt <= EXPIRE_MS)

/** The models of one host, or of all, in the order of the settings file. */
export const pricedModels = (context: TickContext, host: string | null = null): PricedModel => {
  const found = MODELS.filter(({ provider }) => host === null || provider === host).map((model) => {
    const heard = heardOf(model, context)
    return { model, heard, row: rowOf(model, heard, context.now) }
  })
  const believed = new Set(found.flatMap(({ row }) => row?.sources ?? []))
  const speaking = new Set(found.flatMap(({ heard }) => heard.witnesses.map(({ source }) => source)))
  const isMissing = (key: (typeof ORDER)[number]): boolean => {
    const { name } = TOKEN_PRICE_BOARDS[key].source
    return !isYoung(key, context) || (speaking.has(name) && !believed.has(name))
  }
  return {
    rows: found.flatMap(({ row }) => row ?? []),
    leftOut: found.flatMap(({ model, heard, row }) =>
      row ? [] : [{ provider: model.provider, model: model.model, reason: reasonOf(heard) }],
    ),
    missing: ORDER.filter(isMissing)
      .map((key) => TOKEN_PRICE_BOARDS[key].source.name)
      .toSorted(),
  }
}
