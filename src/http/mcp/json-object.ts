import type { Json } from '../../canonical/jcs.ts'

export type JsonObject = Readonly<Record<string, Json>>

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `null` for what is no JSON object. */
export const objectIn = (text: string): Record<string, Json> | null => {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? { ...value } : null
  } catch {
    return null
  }
}
