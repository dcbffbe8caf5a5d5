/**
 * The output of the commands: a page for people, and the machine on which the figures were measured. The rules for a
 * page:
 *
 * <ol>
 *   <li><b>One file</b> that loads nothing and runs no script; its content security policy makes the browser enforce
 *       that. Rejected: charts over time. Of faults and their effects, a table says more, also to readers who cannot
 *       see a chart, and to a program.
 *   <li><b>The same values give the same text</b> on every machine and in every locale.
 *   <li><b>Nothing depends on colour alone</b>; styles give colours for light screens, dark screens and print. Text
 *       keeps its size on narrow screens.
 *   <li><b>Well-formed XML</b>, which the tests parse.
 * </ol>
 */
package io.github.freestep.tools.report;
