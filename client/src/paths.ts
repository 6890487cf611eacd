import type { paths } from '../schema.d.ts'

/** Types by path, out of the service's own description. */

type AnyPath = keyof paths

/** Every path that is sold, as a template: `/oracle/weather/{lat}/{lon}/rainfall/{window}`. */
export type PaidPath = Exclude<AnyPath, `${string}/preview`>

/** Those of them that have a free copy. */
export type PreviewedPath = { [P in PaidPath]: `${P}/preview` extends AnyPath ? P : never }[PaidPath]

type Operation<P extends AnyPath> = paths[P] extends { readonly get: infer O }
  ? O
  : paths[P] extends { readonly post: infer O }
    ? O
    : never

type JsonIn<T> = T extends { readonly content: { readonly 'application/json': infer B } } ? B : never

/** The body of an answer. */
export type AnswerOf<P extends AnyPath> =
  Operation<P> extends { readonly responses: infer R } ? JsonIn<R[keyof R]> : never

export type PreviewOf<P extends PreviewedPath> = `${P}/preview` extends infer Q extends AnyPath ? AnswerOf<Q> : never

type Parameters<O> = O extends { readonly parameters: infer P } ? P : object
type PartOf<P, Name extends 'path' | 'query'> = P extends { readonly [K in Name]: infer Values }
  ? { readonly [K in Name]: Values }
  : P extends { readonly [K in Name]?: infer Values }
    ? { readonly [K in Name]?: Values }
    : object
type BodyOf<O> = O extends { readonly requestBody: infer B } ? { readonly body: JsonIn<B> } : object

/** What is asked for beside the path: values for its holes, query parameters (guards among them), a body. */
export type AskedOf<P extends AnyPath> = PartOf<Parameters<Operation<P>>, 'path'> &
  PartOf<Parameters<Operation<P>>, 'query'> &
  BodyOf<Operation<P>>

/** It may be left out where nothing of it is needed. */
export type AskedArguments<P extends AnyPath> =
  object extends AskedOf<P> ? readonly [asked?: AskedOf<P>] : readonly [asked: AskedOf<P>]

/** The same for a path that is known at run time alone. */
export interface Asked {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** With a body it is a POST. */
  readonly body?: object
}
