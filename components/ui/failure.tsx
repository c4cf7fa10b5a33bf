/** Why something was not done; announced when it appears. Nothing without a text. */
export function Failure({ children }: { children?: string }) {
  if (!children) return null
  return (
    <p role="alert" className="max-w-md text-critical">
      <span aria-hidden="true">■ </span>
      {children}
    </p>
  )
}
