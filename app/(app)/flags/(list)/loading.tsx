import { Skeleton } from '@/components/skeleton'

export default function Loading() {
  return <Skeleton lines={4} height={48} />
}
