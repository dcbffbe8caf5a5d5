in vec2 within;
flat in vec4 colour;

uniform sampler2D font;

out vec4 pixel;

void main() {
    pixel = vec4(colour.rgb, colour.a * texture(font, within).r);
}
