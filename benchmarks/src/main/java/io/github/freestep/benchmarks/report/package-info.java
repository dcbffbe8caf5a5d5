/**
 * The output of the commands: a page for people, and the machine on which the figures were measured. The rules for a
 * page:
 *
 * <ol>
 *   <li><b>One file</b> that loads nothing; its content security policy makes the browser enforce that, and run only
 *       the scripts that the page names by their hashes. So it contains Chart.js, 209 kB. Rejected: charts as SVG
 *       without a script, 500 more lines of Java, without zoom and values under the pointer.
 *   <li><b>The same values give the same text</b> on every machine and in every locale.
 *   <li><b>Nothing depends on colour alone</b>; styles give colours for light screens, dark screens and print. Text
 *       keeps its size on narrow screens.
 *   <li><b>Size follows what a page can show</b>: series are bounded where they are collected ({@code PeakSeries}), and
 *       keep each spike. The caption counts what is not drawn.
 *   <li><b>Without scripts</b>, and to readers who cannot see it, a page says in words what each chart shows.
 *   <li><b>Well-formed XML</b>, which the tests parse.
 * </ol>
 */
package io.github.freestep.benchmarks.report;
