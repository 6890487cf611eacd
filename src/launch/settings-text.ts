import type { TSchema } from '@sinclair/typebox'
import { formOf } from '../setting-fault.ts'
import { fileSetting } from '../setting-files.ts'
import { wrapped } from './wrapped.ts'

const INDENT = '      '

/** Every setting for a terminal: its name, its default or what it must be, and what it is. */
export const settingsText = (settings: Readonly<Record<string, TSchema>>): string =>
  Object.entries(settings)
    .map(([name, schema]) => {
      const fallback = schema.default === undefined ? 'not set' : String(schema.default)
      const form = schema.type === 'integer' || schema.form !== undefined ? ` It must be ${formOf(schema)}.` : ''
      const secret = schema.secret === true ? ` A secret; or ${fileSetting(name)} names a file with it.` : ''
      return `  ${name}   ${fallback}\n${wrapped(INDENT, `${String(schema.description)}.${form}${secret}`)}`
    })
    .join('\n')
