import type { ComponentChildren } from 'preact'

/** What may be wider than the screen: it scrolls by itself, with the keyboard too. */
export const Box = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div class="box" role="region" aria-label={name} tabIndex={0}>
    {children}
  </div>
)
