/** How queries add hits. */
package io.github.freestep.internal.query;
