/**
 * Input that a feed gives tick by tick, such as that of a recording or of peers. A run whose input comes from its
 * players directly needs none of it. {@link io.github.freestep.physics.feed.InputFeed} has an example.
 */
@NullMarked
package io.github.freestep.physics.feed;

import org.jspecify.annotations.NullMarked;
