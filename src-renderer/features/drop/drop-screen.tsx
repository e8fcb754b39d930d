export function DropScreen({ drop }: { readonly drop: string }) {
  return <p>{drop}</p>;
}
