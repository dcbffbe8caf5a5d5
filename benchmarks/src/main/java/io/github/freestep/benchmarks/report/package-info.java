/**
 * The output of the commands: a page for people, JSON for programs, and the machine on which the figures were measured.
 *
 * <p>The rules for a page:
 *
 * <ol>
 *   <li><b>One file</b> that loads nothing; its content security policy makes the browser enforce that, and run only
 *       the scripts that the page names by their hashes. It can be mailed, archived and printed. So the page has the
 *       library that draws its charts, Chart.js, inside: 209 kB. It was rejected to draw them as SVG without a script,
 *       as this package did: that took 500 more lines of Java, and such charts neither zoom nor show the values under
 *       the pointer.
 *   <li><b>The same values give the same text</b> on every machine and in every locale.
 *   <li><b>Text keeps its size</b> on narrow screens, where charts get narrower.
 *   <li><b>Colours</b> are names. The style gives them values for light screens and print, and for dark screens.
 *       Nothing depends on colour alone: names, signs and positions say the same.
 *   <li><b>Size follows what a page can show</b>, not the length of a run: the series are bounded where they are
 *       collected ({@code PeakSeries}), and keep each spike.
 *   <li><b>The caption counts what is not drawn</b>: NaN and infinite values, and zeros on a logarithmic axis.
 *   <li><b>Without scripts</b> a page says in words what each chart shows. It says the same to readers who cannot see
 *       it.
 *   <li><b>Well-formed XML</b>: the tests parse the page with an XML parser.
 * </ol>
 */
package io.github.freestep.benchmarks.report;
