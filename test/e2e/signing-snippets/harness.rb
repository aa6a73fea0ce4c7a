# Reads cases from standard input: token, operation, signature and body, separated by tabs.
require 'json'
require_relative 'signing'

[$stdin, $stdout].each { |stream| stream.set_encoding('UTF-8') }
$stdin.each_line(chomp: true) do |line|
  token, operation, signature, body = line.split("\t")
  if operation == 'sign'
    puts Signing.sign_request(JSON.parse(body), token).reverse.join("\t")
  else
    puts Signing.verify_callback(body, signature.empty? ? nil : signature, token)
  end
end
