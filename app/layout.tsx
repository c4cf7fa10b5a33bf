import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import './globals.css'

export const metadata: Metadata = {
  title: 'Lazaret',
  description: 'What is in quarantine, why, since when, and what would release it',
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header className="flex h-12 items-center gap-2 border-line border-b px-6">
          <span aria-hidden="true" className="size-4 bg-flag" />
          <span className="font-semibold">Lazaret</span>
        </header>
        <main className="mx-auto flex max-w-6xl flex-col gap-12 px-6 py-8">{children}</main>
      </body>
    </html>
  )
}
