/** The base of all commands of the runnable jar, and the way they read options. */
package io.github.freestep.tools;
