export function WaitingScreen({ task }: { readonly task: string | null }) {
  return <p>{task}</p>;
}
