function sum(a: number, b: number) {
  a + b;
}
