import { NothingHere } from '@/components/nothing-here'

export default function NotFound() {
  return (
    <main className="p-6">
      <NothingHere />
    </main>
  )
}
