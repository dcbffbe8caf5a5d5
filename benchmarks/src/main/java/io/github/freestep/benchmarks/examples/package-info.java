/**
 * Programs to copy: most are one file with a {@code main} method, which needs nothing else of this project than the
 * libraries. {@code java -jar freestep.jar example} lists them.
 */
package io.github.freestep.benchmarks.examples;
