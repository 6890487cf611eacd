import { type TSchema, Type } from '@sinclair/typebox'

/**
 * The kinds of settings. What is marked on one serves error messages, help and documents alike: `form` says what the
 * value must be, `secret` that it is never shown, `option` that a command takes it as an option too.
 */

/** How commands spell a setting as an option: `--name TAKES`. */
export interface SettingOption {
  readonly name: string
  readonly takes: string
}

/** What may be marked on a setting. Whoever gives a `pattern` says in `form` what fits it: `64 hex digits`. */
export interface SettingMarks {
  readonly default?: string
  readonly pattern?: string
  readonly form?: string
  readonly option?: SettingOption
}

export const text = (description: string, marks: SettingMarks = {}) =>
  Type.String({ description, minLength: 1, ...marks })
export const whole = (
  description: string,
  fallback: number,
  minimum: number,
  maximum: number,
  marks: Pick<SettingMarks, 'option'> = {},
) => Type.Integer({ description, default: fallback, minimum, maximum, ...marks })
export const urls = (description: string) =>
  Type.String({
    description,
    pattern: '^https?://[^\\s/,]+[^\\s,]*(\\s*,\\s*https?://[^\\s/,]+[^\\s,]*)*$',
    form: 'a list of http or https addresses, separated by commas',
    urls: true,
  })
export const url = (description: string, marks: SettingMarks = {}) =>
  Type.String({ description, pattern: '^https?://[^\\s/]+', form: 'an http or https address', url: true, ...marks })
export const secret = (description: string, marks: SettingMarks = {}) => text(description, { ...marks, ...SECRET })

/** An address that may hold the key of whoever asks there, in its path or its query. */
export const secretUrl = (description: string) => ({ ...url(description), ...SECRET })

const SECRET = { secret: true } as const

/** The option that a setting is marked with. */
export const optionOf = (schema: TSchema): SettingOption | null => (schema.option as SettingOption | undefined) ?? null
