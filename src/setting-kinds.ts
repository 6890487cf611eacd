import { Type } from '@sinclair/typebox'

/** The kinds of settings. A mark such as `secret` tells documents and error messages not to show the value. */

export const text = (description: string, options: object = {}) =>
  Type.String({ description, minLength: 1, ...options })
export const whole = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum, maximum })
export const urls = (description: string) =>
  text(description, { pattern: '^https?://[^\\s/,]+[^\\s,]*(\\s*,\\s*https?://[^\\s/,]+[^\\s,]*)*$', urls: true })
export const url = (description: string, options: object = {}) =>
  text(description, { pattern: '^https?://[^\\s/]+', url: true, ...options })
export const secret = (description: string, options: object = {}) => text(description, { secret: true, ...options })
