/** Why something is not shown, in the server's own words. */
export const Failure = ({ what, why }: { readonly what: string; readonly why: string }) => (
  <div class="notice" role="alert">
    <strong>{what}</strong>
    <p class="muted breaks">{why}</p>
  </div>
)
