/** What the commands of the runnable jar share: the types of their options. */
package io.github.freestep.benchmarks.app;
