// Styles that come in a script.

export function wear(...texts) {
  const styles = new CSSStyleSheet();
  styles.replaceSync(texts.join(""));
  document.adoptedStyleSheets.push(styles);
}
