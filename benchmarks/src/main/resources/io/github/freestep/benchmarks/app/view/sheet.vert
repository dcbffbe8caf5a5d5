// An instance is a rectangle: its place in pixels from the top left, its part of the font, and its colour.
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 glyph;
layout(location = 2) in vec4 tint;

uniform vec2 pixels;

out vec2 within;
flat out vec4 colour;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 at = (place.xy + corner * place.zw) / pixels;
    within = glyph.xy + corner * glyph.zw;
    colour = tint;
    gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}
